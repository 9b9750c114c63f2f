import { afterAll, beforeAll, expect, test } from 'bun:test';
import { messages, outbox, tickets } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { fingerprint } from '@/kernel/secrets.ts';
import { findSessionActor } from '@/modules/auth/sessions.service.ts';
import { issueToken } from '@/modules/auth/tokens.ts';
import { callOf, type Door, ROWS } from './routes.ts';
import { type Stage, setStage } from './stage.ts';

const EXPORTS = [
  'GET /audit/export.csv',
  'GET /campaigns/:campaignId/report.csv',
  'GET /contacts/export.csv',
  'GET /dashboard/report.csv',
];
const FETCHED = 'GET /settings/export/:exportId/file';
/**
 * Reads with side effects for our own pages. A new one needs `isOwnRead`, but of an export the audit tells wherever
 * the link to it stood: only whoever followed it gets the file.
 */
const CHANGING = [
  'api GET /messages/:ticketId',
  ...EXPORTS.flatMap((name) => [`api ${name}`, `pages ${name}`]),
  `pages ${FETCHED}`,
];

const ORIGIN = 'http://desk.test';
const OWN = { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors' };
/** Ways in which a foreign link arrives with our cookie. */
const FOREIGN: Record<string, Record<string, string>> = {
  'a link on another site': { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' },
  'a picture on another site': { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' },
  'a page on a neighbouring host': { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'cors' },
  'a link in a mail': { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate' },
  'a foreign origin': { Origin: 'http://evil.example' },
  'a foreign page over http': { Referer: 'http://evil.example/x' },
  'a foreign page over http that hides itself': {},
};

let stage: Stage;
let cookie: string;
/** A read that changed nothing leaves it so for the next. */
let isUnread = false;

beforeAll(async () => {
  stage = await setStage();
  cookie = (await stage.desk.as('ana')).cookie ?? '';
});
afterAll(() => stage.desk.stop());

async function unread(): Promise<void> {
  const scope = await stage.desk.systemScope('aurora');
  const { ticketId } = stage.aurora;
  await scope.write(async (tx) => {
    await tx.db.update(tickets).set({ unreadMessages: 4, status: 'open' }).where(eq(tickets.id, ticketId));
    await tx.db.update(messages).set({ read: false }).where(eq(messages.ticketId, ticketId));
    await tx.db.delete(outbox);
  });
  await stage.desk.settle();
  stage.desk.whatsapp.read.length = 0;
}

async function get(door: Door, name: string, headers: Record<string, string>): Promise<Response> {
  const { path } = callOf(door, name, stage.aurora);
  const accept = door === 'pages' ? 'text/html' : 'application/json';
  const sent = { Host: 'desk.test', Cookie: `sid=${cookie}`, Accept: accept, ...headers };
  const reply = await stage.desk.app.fetch(new Request(`${ORIGIN}${path}`, { headers: sent }));
  await reply.text();
  return reply;
}

async function changes(door: Door, name: string, headers: Record<string, string>): Promise<boolean> {
  if (!isUnread) await unread();
  const before = await stage.dumpAll();
  await get(door, name, headers);
  isUnread = (await stage.dumpAll()).aurora === before.aurora;
  return !isUnread;
}

const READS = (Object.entries(ROWS) as [Door, Record<string, unknown>][]).flatMap(([door, rows]) =>
  Object.keys(rows)
    .filter((name) => name.startsWith('GET '))
    .map((name) => ({ door, name })),
);

test('reads that change something are these, and no other', async () => {
  const found: string[] = [];
  for (const { door, name } of READS) if (await changes(door, name, OWN)) found.push(`${door} ${name}`);
  expect(found.sort()).toEqual(CHANGING.sort());
}, 60_000);

test.each(Object.entries(FOREIGN))(
  '%s changes nothing',
  async (_way, headers) => {
    for (const { door, name } of READS.filter((read) => ![...EXPORTS, FETCHED].includes(read.name)))
      expect([name, await changes(door, name, headers)]).toEqual([name, false]);
    expect(stage.desk.whatsapp.read).toEqual([]);
  },
  60_000,
);

test('our own page reads, by the headers of plain http too, and so does a client with a token', async () => {
  const own: Record<string, string>[] = [
    OWN,
    { Origin: ORIGIN },
    { Referer: `${ORIGIN}/tickets/x` },
    { Cookie: '', Authorization: `Bearer ${await tokenOf(stage)}` },
  ];
  for (const headers of own)
    expect([headers, await changes('api', 'GET /messages/:ticketId', headers)]).toEqual([headers, true]);
});

async function tokenOf({ desk }: Stage): Promise<string> {
  const actor = await findSessionActor(desk.kernel, fingerprint(cookie));
  if (!actor) throw new Error('Ana has no session');
  return issueToken(desk.kernel, actor);
}
