import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import {
  connectionQueues,
  contacts,
  messages,
  settings,
  tickets,
  ticketTrackings,
} from '@db/tenant/schema/index.ts';
import { addConnection, FAMILY, inbound, inGroup, JOAO, MARIA } from '@test/support/inbound.ts';
import { asc, eq } from 'drizzle-orm';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { createInboxDesk, type InboxDesk, one } from './inbox-desk.test-support.ts';

let inbox: InboxDesk;

beforeAll(async () => {
  inbox = await createInboxDesk();
});
afterAll(() => inbox.desk.stop());
beforeEach(() => inbox.reset());

const groupsAreWelcome = () =>
  inbox.scope.write((tx) => tx.db.insert(settings).values({ key: 'CheckMsgIsGroup', value: 'disabled' }));

describe('the ticket', () => {
  test('a customer reopens a closed one: waiting, nobody’s, and counted from one', async () => {
    await inbox.receive(inbound(), inbound());
    const { id } = await one(inbox.allTickets());
    const bia = await inbox.desk.scopeOf('bia');
    const ana = await inbox.desk.scopeOf('ana');
    await patchTicket(ana, {
      ticketId: id,
      status: 'open',
      userId: inbox.desk.cast.userId.bia,
      queueId: inbox.desk.cast.queueId.Vendas,
    });
    await patchTicket(bia, { ticketId: id, status: 'closed' });
    await inbox.desk.settle();
    const biaHears = await inbox.desk.listenAs('bia');
    const anaHears = await inbox.desk.listenAs('ana');
    await inbox.receive(inbound({ text: 'voltei' }));
    await inbox.desk.settle();
    expect(await one(inbox.allTickets())).toMatchObject({
      id,
      status: 'pending',
      userId: null,
      queueId: null,
      unreadMessages: 1,
      lastMessage: 'voltei',
    });
    expect(biaHears.filter((m) => m.channel === 'ticket').map((m) => m.data)).toEqual([
      { action: 'delete', ticketId: id },
    ]);
    expect(anaHears.map((m) => [m.channel, (m.data as { action: string }).action])).toContainEqual([
      'ticket',
      'update',
    ]);
    const trackings = await inbox.scope.db.select().from(ticketTrackings).orderBy(asc(ticketTrackings.id));
    expect(trackings.map((row) => row.finishedAt !== null)).toEqual([true, false]);
  });

  test('takes the queue of a connection that has only one', async () => {
    await inbox.scope.write((tx) =>
      tx.db
        .insert(connectionQueues)
        .values({ connectionId: inbox.connectionId, queueId: inbox.desk.cast.queueId.Suporte }),
    );
    await inbox.receive(inbound());
    expect((await one(inbox.allTickets())).queueId).toBe(inbox.desk.cast.queueId.Suporte);
  });

  test('an open ticket takes the message although a closed one is newer', async () => {
    await inbox.receive(inbound());
    const open = await one(inbox.allTickets());
    await inbox.scope.write((tx) =>
      tx.db.insert(tickets).values({
        uuid: 'newer',
        status: 'closed',
        contactId: open.contactId,
        connectionId: inbox.connectionId,
      }),
    );
    await inbox.receive(inbound({ text: 'de novo' }));
    expect((await inbox.allTickets()).map((ticket) => [ticket.status, ticket.lastMessage])).toEqual([
      ['pending', 'de novo'],
      ['closed', ''],
    ]);
  });

  test('a connection’s deletion keeps what was said, and the next connection starts anew', async () => {
    const other = await addConnection(inbox.desk, { name: 'Outra' });
    await inbox.desk.listener.onMessages({ companyId: inbox.scope.companyId, connectionId: other }, [
      inbound(),
    ]);
    const { connections } = await import('@db/tenant/schema/index.ts');
    await inbox.scope.write((tx) => tx.db.delete(connections).where(eq(connections.id, other)));
    await inbox.receive(inbound());
    expect(await inbox.stored()).toHaveLength(2);
    expect((await inbox.allTickets()).map((ticket) => ticket.connectionId)).toEqual([
      null,
      inbox.connectionId,
    ]);
  });

  test('nothing of it reaches another company', async () => {
    const heard = await inbox.desk.listenAs('davi');
    await inbox.receive(inbound());
    await inbox.desk.settle();
    expect(heard.filter((message) => message.channel !== 'user')).toEqual([]);
    const boreal = await inbox.desk.systemScope('boreal');
    expect(await boreal.db.select().from(messages)).toEqual([]);
  });
});

describe('groups', () => {
  test('are ignored as long as the setting says so', async () => {
    await inbox.receive(inGroup(), inbound({ from: JOAO }));
    expect(await inbox.stored()).toHaveLength(1);
    expect(await inbox.scope.db.select().from(contacts)).toHaveLength(1);
  });

  test('are one chat of many authors', async () => {
    await groupsAreWelcome();
    await inbox.receive(
      inGroup({ pushName: 'Maria', text: 'oi' }),
      inGroup({ from: JOAO, pushName: 'João', text: 'olá' }),
      inGroup({ fromMe: true, text: 'bom dia' }),
    );
    const ticket = await one(inbox.allTickets());
    expect(ticket.isGroup).toBe(true);
    const people = await inbox.scope.db.select().from(contacts).orderBy(asc(contacts.id));
    expect(people.map((row) => [row.name, row.isGroup])).toEqual([
      ['120363000000000001', true],
      ['Maria', false],
      ['João', false],
    ]);
    const rows = await inbox.stored();
    expect(rows.map((row) => row.contactId)).toEqual([people[1]?.id ?? 0, people[2]?.id ?? 0, null]);
    expect(rows.map((row) => row.participant)).toEqual([MARIA.pn, JOAO.pn, null]);
    expect(new Set(rows.map((row) => row.remoteJid))).toEqual(new Set([FAMILY]));
  });

  test('get their subject, but are not made by it', async () => {
    await groupsAreWelcome();
    const target = { companyId: inbox.scope.companyId, connectionId: inbox.connectionId };
    await inbox.desk.listener.onGroup(target, { jid: FAMILY, subject: 'Família' });
    expect(await inbox.scope.db.select().from(contacts)).toEqual([]);
    await inbox.receive(inGroup());
    await inbox.desk.listener.onGroup(target, { jid: FAMILY, subject: 'Família' });
    const group = await one(inbox.scope.db.select().from(contacts).where(eq(contacts.isGroup, true)));
    expect(group.name).toBe('Família');
  });

  test('the same id by two members is two messages', async () => {
    await groupsAreWelcome();
    await inbox.receive(inGroup({ id: 'G' }), inGroup({ id: 'G', from: JOAO }), inGroup({ id: 'G' }));
    expect(await inbox.stored()).toHaveLength(2);
  });
});
