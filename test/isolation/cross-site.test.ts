import { afterAll, beforeAll, expect, test } from 'bun:test';
import { messages, outbox, tickets } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { fingerprint } from '@/core/security/secrets.ts';
import { issueToken } from '@/modules/auth/sessions/access-tokens.logic.ts';
import { findSessionActor } from '@/modules/auth/sessions/sessions.service.ts';
import { type Fixture, setFixture } from './fixture.ts';
import { callOf, ROWS, type SubApp } from './routes.ts';

const EXPORTS = [
  'GET /audit/export.csv',
  'GET /campaigns/:campaignId/report.csv',
  'GET /contacts/export.csv',
  'GET /dashboard/report.csv',
];
const FETCHED = 'GET /settings/export/:exportId/file';
/**
 * Reads with side effects for our own pages. New ones need `isOwnRead`, except exports: only the person who follows
 * the link gets the file, and the audit records it.
 */
const CHANGING = [
  'api GET /messages/:ticketId',
  ...EXPORTS.flatMap((name) => [`api ${name}`, `pages ${name}`]),
  `pages ${FETCHED}`,
];

const ORIGIN = 'http://desk.test';
const OWN = { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors' };
const FOREIGN: Record<string, Record<string, string>> = {
  'a link on another site': { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' },
  'a picture on another site': { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' },
  'a page on a neighbouring host': { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'cors' },
  'a link in a mail': { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate' },
  'a foreign origin': { Origin: 'http://evil.example' },
  'a foreign page over http': { Referer: 'http://evil.example/x' },
  'a foreign page over http that hides itself': {},
};

let fixture: Fixture;
let cookie: string;
let isUnread = false;

beforeAll(async () => {
  fixture = await setFixture();
  cookie = (await fixture.testApp.as('ana')).cookie ?? '';
});
afterAll(() => fixture.testApp.stop());

async function unread(): Promise<void> {
  const scope = await fixture.testApp.systemScope('aurora');
  const { ticketId } = fixture.aurora;
  await scope.write(async (tx) => {
    await tx.db.update(tickets).set({ unreadMessages: 4, status: 'open' }).where(eq(tickets.id, ticketId));
    await tx.db.update(messages).set({ read: false }).where(eq(messages.ticketId, ticketId));
    await tx.db.delete(outbox);
  });
  await fixture.testApp.settle();
  fixture.testApp.whatsapp.read.length = 0;
}

async function get(subApp: SubApp, name: string, headers: Record<string, string>): Promise<Response> {
  const { path } = callOf(subApp, name, fixture.aurora);
  const accept = subApp === 'pages' ? 'text/html' : 'application/json';
  const sent = { Host: 'desk.test', Cookie: `sid=${cookie}`, Accept: accept, ...headers };
  const reply = await fixture.testApp.app.fetch(new Request(`${ORIGIN}${path}`, { headers: sent }));
  await reply.text();
  return reply;
}

async function changes(subApp: SubApp, name: string, headers: Record<string, string>): Promise<boolean> {
  if (!isUnread) await unread();
  const before = await fixture.dumpAll();
  await get(subApp, name, headers);
  isUnread = (await fixture.dumpAll()).aurora === before.aurora;
  return !isUnread;
}

const READS = (Object.entries(ROWS) as [SubApp, Record<string, unknown>][]).flatMap(([subApp, rows]) =>
  Object.keys(rows)
    .filter((name) => name.startsWith('GET '))
    .map((name) => ({ subApp: subApp, name })),
);

test('only the listed GET routes have side effects', async () => {
  const found: string[] = [];
  for (const { subApp, name } of READS) if (await changes(subApp, name, OWN)) found.push(`${subApp} ${name}`);
  expect(found.sort()).toEqual(CHANGING.sort());
});

test.each(Object.entries(FOREIGN))('%s changes nothing', async (_way, headers) => {
  for (const { subApp, name } of READS.filter((read) => ![...EXPORTS, FETCHED].includes(read.name)))
    expect([name, await changes(subApp, name, headers)]).toEqual([name, false]);
  expect(fixture.testApp.whatsapp.read).toEqual([]);
});

test('GET routes accept our own page, also over plain http, and a client with a token', async () => {
  const own: Record<string, string>[] = [
    OWN,
    { Origin: ORIGIN },
    { Referer: `${ORIGIN}/tickets/x` },
    { Cookie: '', Authorization: `Bearer ${await tokenOf(fixture)}` },
  ];
  for (const headers of own)
    expect([headers, await changes('api', 'GET /messages/:ticketId', headers)]).toEqual([headers, true]);
});

async function tokenOf({ testApp }: Fixture): Promise<string> {
  const actor = await findSessionActor(testApp.kernel, fingerprint(cookie));
  if (!actor) throw new Error('Ana has no session');
  return issueToken(testApp.kernel, actor);
}
