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
import { createInboxFixture, type InboxFixture, one } from './inbox-fixture.test-support.ts';

let inbox: InboxFixture;

beforeAll(async () => {
  inbox = await createInboxFixture();
});
afterAll(() => inbox.testApp.stop());
beforeEach(() => inbox.reset());

const groupsAreWelcome = () =>
  inbox.scope.write((tx) => tx.db.insert(settings).values({ key: 'CheckMsgIsGroup', value: 'disabled' }));

describe('ticket of an incoming message', () => {
  test('is reopened as pending without an agent and with one unread message', async () => {
    await inbox.receive(inbound(), inbound());
    const { id } = await one(inbox.allTickets());
    const bia = await inbox.testApp.scopeOf('bia');
    const ana = await inbox.testApp.scopeOf('ana');
    await patchTicket(ana, {
      ticketId: id,
      status: 'open',
      userId: inbox.testApp.people.userId.bia,
      queueId: inbox.testApp.people.queueId.Vendas,
    });
    await patchTicket(bia, { ticketId: id, status: 'closed' });
    await inbox.testApp.settle();
    const biaReceives = await inbox.testApp.listenAs('bia');
    const anaReceives = await inbox.testApp.listenAs('ana');
    await inbox.receive(inbound({ text: 'voltei' }));
    await inbox.testApp.settle();
    expect(await one(inbox.allTickets())).toMatchObject({
      id,
      status: 'pending',
      userId: null,
      queueId: null,
      unreadMessages: 1,
      lastMessage: 'voltei',
    });
    expect(biaReceives.filter((m) => m.channel === 'ticket').map((m) => m.data)).toEqual([
      { action: 'delete', ticketId: id },
    ]);
    expect(anaReceives.map((m) => [m.channel, (m.data as { action: string }).action])).toContainEqual([
      'ticket',
      'update',
    ]);
    const trackings = await inbox.scope.db.select().from(ticketTrackings).orderBy(asc(ticketTrackings.id));
    expect(trackings.map((row) => row.finishedAt !== null)).toEqual([true, false]);
  });

  test('is the newest of several closed ones, also a silent one, which becomes visible', async () => {
    await inbox.receive(inbound());
    const first = await one(inbox.allTickets());
    await patchTicket(inbox.scope, { ticketId: first.id, status: 'closed' });
    const { contactId, connectionId } = first;
    await inbox.scope.write((tx) =>
      tx.db
        .insert(tickets)
        .values({ uuid: 'newer', status: 'closed', isSilent: true, contactId, connectionId }),
    );
    await inbox.receive(inbound({ text: 'quero sim' }));
    expect(await inbox.allTickets()).toMatchObject([
      { id: first.id, status: 'closed' },
      { uuid: 'newer', status: 'pending', isSilent: false, lastMessage: 'quero sim' },
    ]);
  });

  test('takes the queue of a connection with only one', async () => {
    await inbox.scope.write((tx) =>
      tx.db
        .insert(connectionQueues)
        .values({ connectionId: inbox.connectionId, queueId: inbox.testApp.people.queueId.Suporte }),
    );
    await inbox.receive(inbound());
    expect((await one(inbox.allTickets())).queueId).toBe(inbox.testApp.people.queueId.Suporte);
  });

  test('is the open one although a closed one is newer', async () => {
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

  test('is new on another connection, while tickets of a deleted connection remain', async () => {
    const other = await addConnection(inbox.testApp, { name: 'Outra' });
    await inbox.testApp.listener.onMessages({ companyId: inbox.scope.companyId, connectionId: other }, [
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

  test('is not visible to another company', async () => {
    const received = await inbox.testApp.listenAs('davi');
    await inbox.receive(inbound());
    await inbox.testApp.settle();
    expect(received.filter((message) => message.channel !== 'user')).toEqual([]);
    const boreal = await inbox.testApp.systemScope('boreal');
    expect(await boreal.db.select().from(messages)).toEqual([]);
  });
});

describe('group messages', () => {
  test('are ignored while the setting requires it', async () => {
    await inbox.receive(inGroup(), inbound({ from: JOAO }));
    expect(await inbox.stored()).toHaveLength(1);
    expect(await inbox.scope.db.select().from(contacts)).toHaveLength(1);
  });

  test('form one chat with many authors', async () => {
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

  test('update the subject of known groups only', async () => {
    await groupsAreWelcome();
    const target = { companyId: inbox.scope.companyId, connectionId: inbox.connectionId };
    await inbox.testApp.listener.onGroup(target, { jid: FAMILY, subject: 'Família' });
    expect(await inbox.scope.db.select().from(contacts)).toEqual([]);
    await inbox.receive(inGroup());
    await inbox.testApp.listener.onGroup(target, { jid: FAMILY, subject: 'Família' });
    const group = await one(inbox.scope.db.select().from(contacts).where(eq(contacts.isGroup, true)));
    expect(group.name).toBe('Família');
  });

  test('with the same id from two members are two messages', async () => {
    await groupsAreWelcome();
    await inbox.receive(inGroup({ id: 'G' }), inGroup({ id: 'G', from: JOAO }), inGroup({ id: 'G' }));
    expect(await inbox.stored()).toHaveLength(2);
  });
});
