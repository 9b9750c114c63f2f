import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { users } from '@db/tenant/schema/index.ts';
import { inbound, MARIA } from '@test/support/inbound.ts';
import { PEOPLE } from '@test/support/people.ts';
import { until } from '@test/support/until.ts';
import type { World } from '@test/support/world.ts';
import { and, eq, inArray } from 'drizzle-orm';
import type { LiveMessage } from '@/kernel/live/hub.ts';
import { renewConnection } from '@/modules/connections/connection-sessions.service.ts';
import {
  createConnection,
  deleteConnection,
  updateConnection,
} from '@/modules/connections/connections.service.ts';
import { replyWithText } from '@/modules/messages/write/reply.service.ts';
import { createTag, deleteTag, updateTag } from '@/modules/tags/tags.service.ts';
import { deleteTicket } from '@/modules/tickets/work/delete-ticket.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { CANARY, FOR_ADMINS } from './canaries.ts';
import { MARKS, type Stage, setStage } from './stage.ts';

const NAMES = ['ana', 'rui', 'bia', 'caio', 'davi'] as const;
type Name = (typeof NAMES)[number];

let stage: Stage;
const heard = {} as Record<Name, LiveMessage[]>;

beforeAll(async () => {
  stage = await setStage();
  for (const name of NAMES) heard[name] = await stage.desk.listenAs(name);
  // Nobody awaits that somebody who listens is marked as online, and others are told of it.
  for (const company of ['aurora', 'boreal'] as const) {
    const { db } = await stage.desk.systemScope(company);
    const ids = NAMES.filter((name) => PEOPLE[name].company === company).map(
      (name) => stage.desk.cast.userId[name],
    );
    const absent = and(inArray(users.id, ids), eq(users.online, false));
    await until('all of them online', async () => (await db.$count(users, absent)) === 0);
  }
  await stage.desk.settle();
});
beforeEach(() => {
  for (const name of NAMES) heard[name].length = 0;
});
afterAll(() => stage.desk.stop());

async function everything(company: 'aurora' | 'boreal', world: World): Promise<void> {
  const { desk } = stage;
  const scope = await desk.scopeOf(company === 'aurora' ? 'ana' : 'davi');
  const target = { companyId: world.companyId, connectionId: world.connectionId };
  const state = { status: 'qrcode', qrcode: 'SHOWN-qr', pairingCode: 'SHOWN-code' } as const;
  const chat = MARIA.pn ?? '';
  await desk.listener.onMessages(target, [inbound({ from: MARIA, text: `nova ${MARKS[company]}` })]);
  await desk.listener.onPresence(target, chat, chat, 'composing');
  await patchTicket(scope, { ticketId: world.ticketId, status: 'open' });
  await replyWithText(scope, {
    ticketId: world.ticketId,
    body: `resposta ${MARKS[company]}`,
    quotedMsg: null,
  });
  await patchTicket(scope, { ticketId: world.ticketId, status: 'pending' });
  const tag = await createTag(scope, { name: `Viva ${MARKS[company]}`, color: '#123456' });
  await updateTag(scope, { tagId: tag.id, name: `Viva 2 ${MARKS[company]}`, color: '#123456' });
  await deleteTag(scope, { tagId: tag.id });
  const line = await createConnection(scope, { name: `Nova ${MARKS[company]}` });
  await updateConnection(scope, { connectionId: line.id, name: `Nova 2 ${MARKS[company]}` });
  await deleteConnection(scope, { connectionId: line.id });
  await renewConnection(scope, { connectionId: world.connectionId });
  await desk.listener.onState(target, { ...state, retries: 0, trouble: null, number: null });
  await desk.listener.onState(target, {
    ...state,
    status: 'CONNECTED',
    qrcode: '',
    pairingCode: '',
    retries: 0,
    trouble: null,
    number: '5511900000000',
  });
  scope.emit('contact.updated', { contactId: world.contactId });
  scope.emit('user.updated', { userId: company === 'aurora' ? desk.cast.userId.bia : desk.cast.userId.davi });
  await deleteTicket(scope, { ticketId: world.groupTicketId });
  await desk.settle();
}

const channelsOf = (name: Name) => [...new Set(heard[name].map(({ channel }) => channel))].sort();
const textOf = (name: Name) => JSON.stringify(heard[name].map(({ data }) => data));

const ALL = ['appMessage', 'contact', 'presence', 'tag', 'ticket', 'user', 'whatsapp', 'whatsappSession'];

describe('who hears what', () => {
  test('nobody of one company hears anything of the other', async () => {
    await everything('boreal', stage.boreal);
    expect(channelsOf('davi')).toEqual(expect.arrayContaining(ALL));
    for (const name of ['ana', 'rui', 'bia', 'caio'] as const) expect(heard[name]).toEqual([]);
  });

  test('inside, each hears what they may read', async () => {
    await everything('aurora', stage.aurora);
    expect(heard.davi).toEqual([]);
    expect(channelsOf('ana')).toEqual(expect.arrayContaining(ALL));
    const ofTickets = ['ticket', 'appMessage', 'presence'];
    expect(channelsOf('rui')).toEqual(expect.arrayContaining(ofTickets));
    expect(channelsOf('bia')).toEqual(expect.arrayContaining([...ofTickets, 'user']));
    expect(channelsOf('caio').filter((channel) => [...ofTickets, 'user'].includes(channel))).toEqual([]);
    expect(channelsOf('caio')).toEqual(
      expect.arrayContaining(['tag', 'whatsapp', 'whatsappSession', 'contact']),
    );
    expect(textOf('caio')).not.toContain(`nova ${MARKS.aurora}`);
  });

  test('the code to pair a phone with is heard by administrators only', async () => {
    await everything('aurora', { ...stage.aurora, groupTicketId: await another(stage) });
    expect(textOf('ana')).toMatch(FOR_ADMINS);
    for (const name of ['rui', 'bia', 'caio'] as const) expect(textOf(name)).not.toMatch(FOR_ADMINS);
  });

  test('no update holds a canary', async () => {
    await everything('aurora', { ...stage.aurora, groupTicketId: await another(stage) });
    for (const name of NAMES) expect(textOf(name)).not.toMatch(CANARY);
    expect(textOf('ana').length).toBeGreaterThan(1000);
  });
});

async function another({ desk, aurora }: Stage): Promise<number> {
  const number = `55119${Math.trunc(performance.now() * 1000) % 100_000_000}`;
  const from = { pn: `${number}@s.whatsapp.net`, lid: null };
  await desk.listener.onMessages({ companyId: aurora.companyId, connectionId: aurora.connectionId }, [
    inbound({ from }),
  ]);
  const scope = await desk.systemScope();
  const newest = await scope.db.query.tickets.findFirst({ orderBy: (t, { desc }) => desc(t.id) });
  return newest?.id ?? 0;
}
