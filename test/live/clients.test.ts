import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { tickets, userQueues } from '@db/tenant/schema/index.ts';
import { inbound, MARIA } from '@test/support/inbound.ts';
import { eq } from 'drizzle-orm';
import { createTag, deleteTag, updateTag } from '@/modules/tags/tags.service.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { type Clients, clientsOf } from './client-lines.ts';
import { type ClientLine, type LiveDesk, openLiveDesk, until } from './lines.ts';

let live: LiveDesk;
let clients: Clients;
let texts = 0;

beforeAll(async () => {
  live = await openLiveDesk();
  clients = clientsOf(live);
});
afterAll(() => live.stop());
beforeEach(() => {
  texts += 1;
});

async function mariaWrites(): Promise<string> {
  const text = `texto ${texts}.${Math.trunc(performance.now() * 1000)}`;
  const { companyId, connectionId } = live.aurora;
  await live.desk.listener.onMessages({ companyId, connectionId }, [inbound({ from: MARIA, text })]);
  return text;
}

const stand = async (values: Partial<typeof tickets.$inferInsert>) =>
  (await live.desk.systemScope()).write((tx) =>
    tx.db.update(tickets).set(values).where(eq(tickets.id, live.aurora.ticketId)),
  );

const has = (line: ClientLine, text: string) => JSON.stringify(line.events).includes(text);
const named = (line: ClientLine, name: string) => line.events.filter((event) => event.name === name);

describe('joining', () => {
  test('a ticket is followed by who may read it, until the last part of the page leaves', async () => {
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

  test('who may not read it joins in vain, by id, by list and by notification', async () => {
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

  test('a list is followed by its status, and a ticket that leaves it is told', async () => {
    const ana = await clients.connect('ana');
    await clients.ask(ana, 'joinTickets', 'pending');
    const scope = await live.desk.scopeOf('rui');
    const text = await mariaWrites();
    await clients.caughtUp(ana);
    expect(has(ana, text)).toBe(true);
    ana.events.length = 0;
    await patchTicket(scope, { ticketId: live.aurora.ticketId, status: 'open' });
    await clients.caughtUp(ana);
    const told = named(ana, `company-${live.aurora.companyId}-ticket`).map(({ data }) => data);
    expect(told).toContainEqual({ action: 'delete', ticketId: live.aurora.ticketId });
    await clients.ask(ana, 'leaveTickets', 'pending');
    await patchTicket(scope, { ticketId: live.aurora.ticketId, status: 'pending' });
    await clients.caughtUp(ana);
    ana.events.length = 0;
    const unheard = await mariaWrites();
    await clients.caughtUp(ana);
    expect(has(ana, unheard)).toBe(false);
  });

  test('notifications are followed and left', async () => {
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

  test('nonsense is not followed', async () => {
    const bia = await clients.connect('bia');
    for (const id of ['undefined', '', null, {}, '1e9', '-1', ['1']]) bia.socket.emit('joinChatBox', id);
    for (const status of ['x', null, {}, 'open; drop']) bia.socket.emit('joinTickets', status);
    await clients.caughtUp(bia);
    expect(bia.socket.connected).toBe(true);
  });

  test('a demoted person hears nothing more of what they joined', async () => {
    const bia = await clients.connect('bia');
    await clients.ask(bia, 'joinChatBox', String(live.aurora.ticketId));
    await clients.ask(bia, 'joinNotification');
    const scope = await live.desk.systemScope();
    const userId = live.desk.cast.userId.bia;
    await scope.write(async (tx) => {
      await tx.db.delete(userQueues).where(eq(userQueues.userId, userId));
      tx.emit('user.updated', { userId });
    });
    await live.desk.settle();
    const text = await mariaWrites();
    await clients.caughtUp(bia);
    expect(has(bia, text)).toBe(false);
    await scope.write((tx) =>
      tx.db.insert(userQueues).values({ userId, queueId: live.desk.cast.queueId.Vendas }),
    );
  });
});

describe('what a client is told', () => {
  test('events have the names and the keys that clients read', async () => {
    const ana = await clients.connect('ana');
    await clients.ask(ana, 'joinNotification');
    const text = await mariaWrites();
    const scope = await live.desk.systemScope();
    scope.emit('contact.updated', { contactId: live.aurora.contactId });
    scope.emit('connection.updated', { connectionId: live.aurora.connectionId });
    scope.emit('connection.session', { connectionId: live.aurora.connectionId });
    scope.emit('user.updated', { userId: live.desk.cast.userId.bia });
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

  test('whose ticket it is hears of it without having joined anything, also in no queue', async () => {
    const bia = await clients.connect('bia');
    await stand({ status: 'open', userId: live.desk.cast.userId.bia, queueId: null });
    const text = await mariaWrites();
    await clients.caughtUp(bia);
    expect(named(bia, `company-${live.aurora.companyId}-appMessage`).at(-1)?.data).toMatchObject({
      action: 'create',
      message: { body: text },
    });
    await stand({ status: 'pending', userId: null, queueId: live.aurora.queueId });
  });

  test('a transfer tells the queue it leaves, and the one it comes to', async () => {
    const [bia, caio] = [await clients.connect('bia'), await clients.connect('caio')];
    for (const line of [bia, caio]) await clients.ask(line, 'joinTickets', 'pending');
    const { Suporte, Vendas } = live.desk.cast.queueId;
    const { ticketId, companyId } = live.aurora;
    const ana = await live.desk.scopeOf('ana');
    await patchTicket(ana, { ticketId, queueId: Suporte });
    await clients.caughtUp(bia);
    await clients.caughtUp(caio);
    const told = (line: ClientLine) =>
      named(line, `company-${companyId}-ticket`).map(({ data }) => data.action);
    expect([told(bia), told(caio)]).toEqual([['delete'], ['update']]);
    await patchTicket(ana, { ticketId, queueId: Vendas });
  });

  test('an edited message, and that somebody types, reach those who may read it, and nobody else', async () => {
    const lines = [
      await clients.connect('bia'),
      await clients.connect('caio'),
      await clients.connect('davi'),
    ];
    for (const line of lines) await clients.ask(line, 'joinChatBox', String(live.aurora.ticketId));
    const { companyId, connectionId, ticketId, textId } = live.aurora;
    const chat = MARIA.pn ?? '';
    await live.desk.listener.onPresence({ companyId, connectionId }, chat, chat, 'composing');
    (await live.desk.systemScope()).emit('message.updated', { messageId: textId, ticketId });
    for (const line of lines) await clients.caughtUp(line);
    const [bia, ...others] = lines;
    const heard = (line: ClientLine | undefined) =>
      line?.events.map(({ name }) => name).filter((name) => /presence|appMessage/.test(name));
    expect(heard(bia)).toEqual([`company-${companyId}-presence`, `company-${companyId}-appMessage`]);
    expect(others.map(heard)).toEqual([[], []]);
  });

  test('addresses of media are absolute, and open', async () => {
    const bia = await clients.connect('bia');
    await clients.ask(bia, 'joinChatBox', String(live.aurora.ticketId));
    const scope = await live.desk.systemScope();
    scope.emit('message.updated', { messageId: live.aurora.imageId, ticketId: live.aurora.ticketId });
    await clients.caughtUp(bia);
    const [event] = named(bia, `company-${live.aurora.companyId}-appMessage`);
    const { mediaUrl } = (event?.data.message ?? {}) as { mediaUrl: string };
    expect(mediaUrl).toStartWith(`${live.url}/media/`);
    expect((await fetch(mediaUrl)).status).toBe(200);
  });

  test('tags go out under the name that the tags page listens to, and under the one the server has', async () => {
    const [ana, davi] = [await clients.connect('ana'), await clients.connect('davi')];
    const scope = await live.desk.scopeOf('ana');
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

  test('a second sign-in is told to the first, and ends it', async () => {
    const first = await clients.connect('rui');
    const second = await clients.connect('rui');
    await until(() => first.state === 'closed', 'the first ends');
    const { companyId } = live.aurora;
    const user = { id: live.desk.cast.userId.rui, email: 'rui@aurora.test', companyId };
    expect(named(first, `company-${companyId}-auth`).map(({ data }) => data)).toEqual([
      { action: 'update', user },
    ]);
    expect(second.state).toBe('ready');
  });

  test('signing out ends it without a word about another computer', async () => {
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
