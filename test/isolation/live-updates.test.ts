import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { users } from '@db/tenant/schema/index.ts';
import type { Fixtures } from '@test/support/fixtures.ts';
import { inbound, MARIA } from '@test/support/inbound.ts';
import { PEOPLE } from '@test/support/people.ts';
import { until } from '@test/support/until.ts';
import { and, eq, inArray } from 'drizzle-orm';
import type { LiveMessage } from '@/core/realtime/hub.ts';
import { renewConnection } from '@/modules/connections/connection-sessions.service.ts';
import {
  createConnection,
  deleteConnection,
  updateConnection,
} from '@/modules/connections/connections.service.ts';
import { replyWithText } from '@/modules/messages/write/reply.service.ts';
import { createTag, deleteTag, updateTag } from '@/modules/tags/tags.service.ts';
import { deleteTicket } from '@/modules/tickets/work/delete-ticket.service.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { CANARY, FOR_ADMINS } from './canaries.ts';
import { type Fixture, MARKS, setFixture } from './fixture.ts';

const NAMES = ['ana', 'rui', 'bia', 'caio', 'davi'] as const;
type Name = (typeof NAMES)[number];

let fixture: Fixture;
const received = {} as Record<Name, LiveMessage[]>;

beforeAll(async () => {
  fixture = await setFixture();
  for (const name of NAMES) received[name] = await fixture.testApp.listenAs(name);
  for (const company of ['aurora', 'boreal'] as const) {
    const { db } = await fixture.testApp.systemScope(company);
    const ids = NAMES.filter((name) => PEOPLE[name].company === company).map(
      (name) => fixture.testApp.people.userId[name],
    );
    const absent = and(inArray(users.id, ids), eq(users.online, false));
    await until('all of them online', async () => (await db.$count(users, absent)) === 0);
  }
  await fixture.testApp.settle();
});
beforeEach(() => {
  for (const name of NAMES) received[name].length = 0;
});
afterAll(() => fixture.testApp.stop());

async function everything(company: 'aurora' | 'boreal', fixtures: Fixtures): Promise<void> {
  const { testApp } = fixture;
  const scope = await testApp.scopeOf(company === 'aurora' ? 'ana' : 'davi');
  const target = { companyId: fixtures.companyId, connectionId: fixtures.connectionId };
  const state = { status: 'qrcode', qrcode: 'SHOWN-qr', pairingCode: 'SHOWN-code' } as const;
  const chat = MARIA.pn ?? '';
  await testApp.listener.onMessages(target, [inbound({ from: MARIA, text: `nova ${MARKS[company]}` })]);
  await testApp.listener.onPresence(target, chat, chat, 'composing');
  await patchTicket(scope, { ticketId: fixtures.ticketId, status: 'open' });
  await replyWithText(scope, {
    ticketId: fixtures.ticketId,
    body: `resposta ${MARKS[company]}`,
    quotedMsg: null,
  });
  await patchTicket(scope, { ticketId: fixtures.ticketId, status: 'pending' });
  const tag = await createTag(scope, { name: `Viva ${MARKS[company]}`, color: '#123456' });
  await updateTag(scope, { tagId: tag.id, name: `Viva 2 ${MARKS[company]}`, color: '#123456' });
  await deleteTag(scope, { tagId: tag.id });
  const line = await createConnection(scope, { name: `Nova ${MARKS[company]}` });
  await updateConnection(scope, { connectionId: line.id, name: `Nova 2 ${MARKS[company]}` });
  await deleteConnection(scope, { connectionId: line.id });
  await renewConnection(scope, { connectionId: fixtures.connectionId });
  await testApp.listener.onState(target, { ...state, retries: 0, trouble: null, number: null });
  await testApp.listener.onState(target, {
    ...state,
    status: 'CONNECTED',
    qrcode: '',
    pairingCode: '',
    retries: 0,
    trouble: null,
    number: '5511900000000',
  });
  scope.emit('contact.updated', { contactId: fixtures.contactId });
  scope.emit('user.updated', {
    userId: company === 'aurora' ? testApp.people.userId.bia : testApp.people.userId.davi,
  });
  await deleteTicket(scope, { ticketId: fixtures.groupTicketId });
  await testApp.settle();
}

const channelsOf = (name: Name) => [...new Set(received[name].map(({ channel }) => channel))].sort();
const textOf = (name: Name) => JSON.stringify(received[name].map(({ data }) => data));

const ALL = ['appMessage', 'contact', 'presence', 'tag', 'ticket', 'user', 'whatsapp', 'whatsappSession'];

describe('live update visibility', () => {
  test('users receive nothing of another company', async () => {
    await everything('boreal', fixture.boreal);
    expect(channelsOf('davi')).toEqual(expect.arrayContaining(ALL));
    for (const name of ['ana', 'rui', 'bia', 'caio'] as const) expect(received[name]).toEqual([]);
  });

  test('users within a company receive only what they may read', async () => {
    await everything('aurora', fixture.aurora);
    expect(received.davi).toEqual([]);
    expect(channelsOf('ana')).toEqual(expect.arrayContaining(ALL));
    const ofTickets = ['ticket', 'appMessage', 'presence'];
    expect(channelsOf('rui')).toEqual(expect.arrayContaining(ofTickets));
    expect(channelsOf('bia')).toEqual(expect.arrayContaining([...ofTickets, 'user']));
    expect(channelsOf('caio').filter((channel) => ofTickets.includes(channel))).toEqual([]);
    expect(channelsOf('caio')).toEqual(
      expect.arrayContaining(['tag', 'whatsapp', 'whatsappSession', 'contact', 'user']),
    );
    expect(textOf('caio')).not.toContain(`nova ${MARKS.aurora}`);
    expect(textOf('bia')).toContain('"allTicket"');
    expect(textOf('caio')).not.toContain('"allTicket"');
  });

  test('only administrators receive the pairing code', async () => {
    await everything('aurora', { ...fixture.aurora, groupTicketId: await another(fixture) });
    expect(textOf('ana')).toMatch(FOR_ADMINS);
    for (const name of ['rui', 'bia', 'caio'] as const) expect(textOf(name)).not.toMatch(FOR_ADMINS);
  });

  test('no update contains a canary', async () => {
    await everything('aurora', { ...fixture.aurora, groupTicketId: await another(fixture) });
    for (const name of NAMES) expect(textOf(name)).not.toMatch(CANARY);
    expect(textOf('ana').length).toBeGreaterThan(1000);
  });
});

async function another({ testApp, aurora }: Fixture): Promise<number> {
  const number = `55119${Math.trunc(performance.now() * 1000) % 100_000_000}`;
  const from = { pn: `${number}@s.whatsapp.net`, lid: null };
  await testApp.listener.onMessages({ companyId: aurora.companyId, connectionId: aurora.connectionId }, [
    inbound({ from }),
  ]);
  const scope = await testApp.systemScope();
  const newest = await scope.db.query.tickets.findFirst({ orderBy: (t, { desc }) => desc(t.id) });
  return newest?.id ?? 0;
}
