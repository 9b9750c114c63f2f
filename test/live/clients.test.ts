import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { tickets, userQueues } from '@db/tenant/schema/index.ts';
import { inbound, MARIA } from '@test/support/inbound.ts';
import { eq } from 'drizzle-orm';
import { createTag, deleteTag, updateTag } from '@/modules/tags/tags.service.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { type Clients, clientsOf } from './client-lines.ts';
import { type ClientLine, type LiveApp, openLiveApp, until } from './lines.ts';

let live: LiveApp;
let clients: Clients;
let texts = 0;

beforeAll(async () => {
  live = await openLiveApp();
  clients = clientsOf(live);
});
afterAll(() => live.stop());
beforeEach(() => {
  texts += 1;
});

async function mariaWrites(): Promise<string> {
  const text = `texto ${texts}.${Math.trunc(performance.now() * 1000)}`;
  const { companyId, connectionId } = live.aurora;
  await live.testApp.listener.onMessages({ companyId, connectionId }, [inbound({ from: MARIA, text })]);
  return text;
}

const stand = async (values: Partial<typeof tickets.$inferInsert>) =>
  (await live.testApp.systemScope()).write((tx) =>
    tx.db.update(tickets).set(values).where(eq(tickets.id, live.aurora.ticketId)),
  );

const has = (line: ClientLine, text: string) => JSON.stringify(line.events).includes(text);
const named = (line: ClientLine, name: string) => line.events.filter((event) => event.name === name);

describe('joining topics', () => {
  test('follows a ticket for permitted users until the last subscriber leaves', async () => {
    const bia = await clients.connect('bia');
    const id = String(live.aurora.ticketId);
    const before = await mariaWrites();
    await clients.ask(bia, 'joinChatBox', id);
    await clients.ask(bia, 'joinChatBox', id);
    expect(has(bia, before)).toBe(false);
    const joined = await mariaWrites();
    await clients.caughtUp(bia);
    expect(has(bia, joined)).toBe(true);
    await clients.ask(bia, 'leaveChatBox', id);
    const once = await mariaWrites();
    await clients.caughtUp(bia);
    expect(has(bia, once)).toBe(true);
    await clients.ask(bia, 'leaveChatBox', id);
    const left = await mariaWrites();
    await clients.caughtUp(bia);
    expect(has(bia, left)).toBe(false);
  });

  test('has no effect by id, list or notification for users without permission', async () => {
    const [caio, davi] = [await clients.connect('caio'), await clients.connect('davi')];
    for (const line of [caio, davi]) {
      for (const status of ['open', 'pending', 'closed']) line.socket.emit('joinTickets', status);
      line.socket.emit('joinNotification');
      line.socket.emit('joinChatBox', String(live.aurora.ticketId));
    }
    await clients.caughtUp(caio);
    await clients.caughtUp(davi);
    const text = await mariaWrites();
    await clients.caughtUp(caio);
    await clients.caughtUp(davi);
    expect(has(caio, text)).toBe(false);
    expect(has(davi, text)).toBe(false);
  });

  test('follows a list by status and reports a ticket that leaves it', async () => {
    const ana = await clients.connect('ana');
    await clients.ask(ana, 'joinTickets', 'pending');
    const scope = await live.testApp.scopeOf('rui');
    const text = await mariaWrites();
    await clients.caughtUp(ana);
    expect(has(ana, text)).toBe(true);
    ana.events.length = 0;
    await patchTicket(scope, { ticketId: live.aurora.ticketId, status: 'open' });
    await clients.caughtUp(ana);
    const reported = named(ana, `company-${live.aurora.companyId}-ticket`).map(({ data }) => data);
    expect(reported).toContainEqual({ action: 'delete', ticketId: live.aurora.ticketId });
    await clients.ask(ana, 'leaveTickets', 'pending');
    await patchTicket(scope, { ticketId: live.aurora.ticketId, status: 'pending' });
    await clients.caughtUp(ana);
    ana.events.length = 0;
    const unheard = await mariaWrites();
    await clients.caughtUp(ana);
    expect(has(ana, unheard)).toBe(false);
  });

  test('follows notifications until left', async () => {
    const rui = await clients.connect('rui');
    await clients.ask(rui, 'joinNotification');
    const text = await mariaWrites();
    await clients.caughtUp(rui);
    expect(has(rui, text)).toBe(true);
    await clients.ask(rui, 'leaveNotification');
    const later = await mariaWrites();
    await clients.caughtUp(rui);
    expect(has(rui, later)).toBe(false);
  });

  test('ignores invalid topics', async () => {
    const bia = await clients.connect('bia');
    for (const id of ['undefined', '', null, {}, '1e9', '-1', ['1']]) bia.socket.emit('joinChatBox', id);
    for (const status of ['x', null, {}, 'open; drop']) bia.socket.emit('joinTickets', status);
    await clients.caughtUp(bia);
    expect(bia.socket.connected).toBe(true);
  });

  test('a demoted user receives nothing more from joined topics', async () => {
    const bia = await clients.connect('bia');
    await clients.ask(bia, 'joinChatBox', String(live.aurora.ticketId));
    await clients.ask(bia, 'joinNotification');
    const scope = await live.testApp.systemScope();
    const userId = live.testApp.people.userId.bia;
    await scope.write(async (tx) => {
      await tx.db.delete(userQueues).where(eq(userQueues.userId, userId));
      tx.emit('user.updated', { userId });
    });
    await live.testApp.settle();
    const text = await mariaWrites();
    await clients.caughtUp(bia);
    expect(has(bia, text)).toBe(false);
    await scope.write((tx) =>
      tx.db.insert(userQueues).values({ userId, queueId: live.testApp.people.queueId.Vendas }),
    );
  });
});

describe('events for existing clients', () => {
  test('have the names and keys that clients read', async () => {
    const ana = await clients.connect('ana');
    await clients.ask(ana, 'joinNotification');
    const text = await mariaWrites();
    const scope = await live.testApp.systemScope();
    scope.emit('contact.updated', { contactId: live.aurora.contactId });
    scope.emit('connection.updated', { connectionId: live.aurora.connectionId });
    scope.emit('connection.session', { connectionId: live.aurora.connectionId });
    scope.emit('user.updated', { userId: live.testApp.people.userId.bia });
    scope.emit('ticket.read', { ticketId: live.aurora.ticketId });
    await clients.caughtUp(ana);
    const one = (channel: string, action: string) =>
      named(ana, `company-${live.aurora.companyId}-${channel}`).find(({ data }) => data.action === action)
        ?.data;
    expect(one('appMessage', 'create')).toMatchObject({
      message: {
        body: text,
        ticketId: live.aurora.ticketId,
        ticket: { whatsapp: { name: expect.any(String) } },
      },
      ticket: { id: live.aurora.ticketId, queue: { id: live.aurora.queueId } },
      contact: { id: live.aurora.contactId },
    });
    expect(one('ticket', 'updateUnread')).toEqual({ action: 'updateUnread', ticketId: live.aurora.ticketId });
    expect(one('contact', 'update')).toMatchObject({ contact: { id: live.aurora.contactId } });
    expect(one('whatsapp', 'update')).toMatchObject({
      whatsapp: { id: live.aurora.connectionId, session: '' },
    });
    expect(one('whatsappSession', 'update')).toMatchObject({
      session: { id: live.aurora.connectionId, status: expect.any(String), qrcode: '', retries: 0 },
    });
    expect(one('user', 'update')).toMatchObject({
      user: { allTicket: expect.any(String), queues: expect.any(Array) },
    });
  });

  test('reach the assigned user without joining, also without a queue', async () => {
    const bia = await clients.connect('bia');
    await stand({ status: 'open', userId: live.testApp.people.userId.bia, queueId: null });
    const text = await mariaWrites();
    await clients.caughtUp(bia);
    expect(named(bia, `company-${live.aurora.companyId}-appMessage`).at(-1)?.data).toMatchObject({
      action: 'create',
      message: { body: text },
    });
    await stand({ status: 'pending', userId: null, queueId: live.aurora.queueId });
  });

  test('of a transfer reach the old and the new queue', async () => {
    const [bia, caio] = [await clients.connect('bia'), await clients.connect('caio')];
    for (const line of [bia, caio]) await clients.ask(line, 'joinTickets', 'pending');
    const { Suporte, Vendas } = live.testApp.people.queueId;
    const { ticketId, companyId } = live.aurora;
    const ana = await live.testApp.scopeOf('ana');
    await patchTicket(ana, { ticketId, queueId: Suporte });
    await clients.caughtUp(bia);
    await clients.caughtUp(caio);
    const reported = (line: ClientLine) =>
      named(line, `company-${companyId}-ticket`).map(({ data }) => data.action);
    expect([reported(bia), reported(caio)]).toEqual([['delete'], ['update']]);
    await patchTicket(ana, { ticketId, queueId: Vendas });
  });

  test('of edits and typing reach only users who may read the ticket', async () => {
    const lines = [
      await clients.connect('bia'),
      await clients.connect('caio'),
      await clients.connect('davi'),
    ];
    for (const line of lines) await clients.ask(line, 'joinChatBox', String(live.aurora.ticketId));
    const { companyId, connectionId, ticketId, textId } = live.aurora;
    const chat = MARIA.pn ?? '';
    await live.testApp.listener.onPresence({ companyId, connectionId }, chat, chat, 'composing');
    (await live.testApp.systemScope()).emit('message.updated', { messageId: textId, ticketId });
    for (const line of lines) await clients.caughtUp(line);
    const [bia, ...others] = lines;
    const received = (line: ClientLine | undefined) =>
      line?.events.map(({ name }) => name).filter((name) => /presence|appMessage/.test(name));
    expect(received(bia)).toEqual([`company-${companyId}-presence`, `company-${companyId}-appMessage`]);
    expect(others.map(received)).toEqual([[], []]);
  });

  test('contain absolute, accessible media URLs', async () => {
    const bia = await clients.connect('bia');
    await clients.ask(bia, 'joinChatBox', String(live.aurora.ticketId));
    const scope = await live.testApp.systemScope();
    scope.emit('message.updated', { messageId: live.aurora.imageId, ticketId: live.aurora.ticketId });
    await clients.caughtUp(bia);
    const [event] = named(bia, `company-${live.aurora.companyId}-appMessage`);
    const { mediaUrl } = (event?.data.message ?? {}) as { mediaUrl: string };
    expect(mediaUrl).toStartWith(`${live.url}/media/`);
    expect((await fetch(mediaUrl)).status).toBe(200);
  });

  test('of tags use both the name of the tags page and the server’s name', async () => {
    const [ana, davi] = [await clients.connect('ana'), await clients.connect('davi')];
    const scope = await live.testApp.scopeOf('ana');
    const tag = await createTag(scope, { name: 'Com dois nomes', color: '#112233' });
    await updateTag(scope, { tagId: tag.id, name: 'Com dois nomes!', color: '#112233' });
    await deleteTag(scope, { tagId: tag.id });
    await clients.caughtUp(ana);
    await clients.caughtUp(davi);
    for (const name of ['tag', `company-${live.aurora.companyId}-tag`]) {
      expect(named(ana, name).map(({ data }) => data.action)).toEqual(['create', 'update', 'delete']);
      expect(named(ana, name)[0]?.data).toEqual({ action: 'create', tag });
    }
    expect(named(ana, 'user').map(({ data }) => data)).toMatchObject([
      { action: 'create', tags: { id: tag.id, name: 'Com dois nomes' } },
      { action: 'update', tags: { id: tag.id, name: 'Com dois nomes!' } },
    ]);
    expect(davi.events.filter(({ name }) => name === 'tag' || name === 'user')).toEqual([]);
  });

  test('of a second sign-in reach the first client and disconnect it', async () => {
    const first = await clients.connect('rui');
    const second = await clients.connect('rui');
    await until(() => first.state === 'closed', 'the first ends');
    const { companyId } = live.aurora;
    const user = { id: live.testApp.people.userId.rui, email: 'rui@aurora.test', companyId };
    expect(named(first, `company-${companyId}-auth`).map(({ data }) => data)).toEqual([
      { action: 'update', user },
    ]);
    expect(second.state).toBe('ready');
  });

  test('signing out disconnects the client without a message about another computer', async () => {
    const token = await live.token('caio');
    const line = live.client(token);
    await until(() => line.state === 'ready', 'Caio is ready');
    await fetch(`${live.url}/auth/logout`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${token}` },
    });
    await until(() => line.state === 'closed', 'it ends');
    expect(named(line, `company-${live.aurora.companyId}-auth`)).toEqual([]);
  });
});
