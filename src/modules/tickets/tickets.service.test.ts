import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import {
  connections,
  contacts,
  messages,
  outbox,
  settings,
  tickets,
  ticketTrackings,
} from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { addConnection, inbound, inGroup, JOAO, media } from '@test/support/inbound.ts';
import type { PersonName } from '@test/support/people.ts';
import { asc, eq } from 'drizzle-orm';
import type { LiveMessage } from '@/kernel/live/hub.ts';
import type { Scope } from '@/kernel/scope.ts';
import type { InboundMessage } from '@/whatsapp/port.ts';
import { deleteTicket } from './delete-ticket.ts';
import { markTicketRead } from './read.service.ts';
import type { TicketDetail } from './tickets.schema.ts';
import { patchTicket } from './tickets.service.ts';

let desk: TestDesk;
let system: Scope;
let connectionId: number;
let ticketId: number;

beforeAll(async () => {
  desk = await createTestDesk();
  system = await desk.systemScope();
  connectionId = await addConnection(desk);
});
afterAll(() => desk.stop());

beforeEach(async () => {
  await desk.settle();
  desk.whatsapp.sent.length = 0;
  desk.whatsapp.read.length = 0;
  await system.write(async (tx) => {
    await tx.db.delete(contacts);
    await tx.db.delete(settings);
    await tx.db.delete(outbox);
  });
  await receive(inbound({ pushName: 'Maria' }));
  ticketId = (await row()).id;
  await system.write(async (tx) => {
    await tx.db.update(tickets).set({ queueId: desk.cast.queueId.Vendas });
  });
  await desk.settle();
});

const receive = (...batch: InboundMessage[]) =>
  desk.listener.onMessages({ companyId: system.companyId, connectionId }, batch);
const row = async () => {
  const [first] = await system.db.select().from(tickets).orderBy(asc(tickets.id));
  if (!first) throw new Error('there is no ticket');
  return first;
};
const put = async (who: PersonName, patch: unknown, id = ticketId) =>
  (await desk.as(who)).json<TicketDetail & { error: string; name: string }>('PUT', `/tickets/${id}`, patch);
const enable = (key: string) =>
  system.write(async (tx) => {
    await tx.db.insert(settings).values({ key, value: 'enabled' });
  });
const heardOf = (heard: LiveMessage[]) =>
  heard
    .filter((message) => message.channel === 'ticket' && !message.contractOnly)
    .map((message) => (message.data as { action: string }).action);

describe('accepting', () => {
  test('makes it the agent’s own', async () => {
    const reply = await put('bia', { status: 'open', userId: desk.cast.userId.bia });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ status: 'open', user: { name: 'Bia' }, chatbot: false });
  });

  test('without a name means oneself', async () => {
    expect((await put('bia', { status: 'open' })).body.userId).toBe(desk.cast.userId.bia);
  });

  test('twice at the same moment: exactly one wins, the others learn who', async () => {
    const people = ['ana', 'rui', 'bia'] as const;
    const browsers = await Promise.all(people.map((name) => desk.as(name)));
    const replies = await Promise.all(
      browsers.map((browser, n) =>
        browser.json<{ error?: string; name?: string; user?: { name: string } }>(
          'PUT',
          `/tickets/${ticketId}`,
          {
            status: 'open',
            userId: desk.cast.userId[people[n] ?? 'ana'],
          },
        ),
      ),
    );
    const winners = replies.filter((reply) => reply.status === 200);
    expect(winners).toHaveLength(1);
    for (const loser of replies.filter((reply) => reply.status !== 200)) {
      expect(loser.status).toBe(409);
      expect(loser.body).toEqual({
        error: 'ERR_TICKET_ALREADY_ACCEPTED',
        name: winners[0]?.body.user?.name ?? '',
      });
    }
  });

  test('again by the same person changes nothing', async () => {
    await put('bia', { status: 'open' });
    expect((await put('bia', { status: 'open' })).status).toBe(200);
    expect(await system.db.select().from(ticketTrackings)).toHaveLength(1);
  });

  test('is not for another queue’s agent, another company or a stranger', async () => {
    expect((await put('caio', { status: 'open' })).status).toBe(403);
    expect((await put('davi', { status: 'open' })).status).toBe(404);
    const stranger = await desk.as();
    expect((await stranger.json('PUT', `/tickets/${ticketId}`, { status: 'open' })).status).toBe(401);
    expect(await row()).toMatchObject({ status: 'pending', userId: null });
  });
});

describe('the greeting', () => {
  const greetings = async () =>
    (await system.db.select().from(messages)).filter((message) =>
      message.body.startsWith('*Mensagem Automática:*'),
    );

  test('goes out once, in the accepting agent’s name and by the desk’s clock', async () => {
    await enable('sendGreetingAccepted');
    await put('bia', { status: 'open' });
    await desk.settle();
    const body =
      '*Mensagem Automática:*\nBoa tarde *Maria*, meu nome é *Bia* e agora vou prosseguir com seu atendimento!';
    expect(desk.whatsapp.sent.map((message) => message.content)).toEqual([{ type: 'text', text: body }]);
    expect((await greetings())[0]).toMatchObject({ body, origin: 'system', userId: null, fromMe: true });
  });

  test('is not doubled by a client that posts it as well', async () => {
    await enable('sendGreetingAccepted');
    await put('bia', { status: 'open' });
    const bia = await desk.as('bia');
    const body = '*Mensagem Automática:*\nBoa tarde *Maria*, meu nome é *Bia* e …';
    const reply = await bia.json<{ id: string }>('POST', `/messages/${ticketId}`, {
      body,
      fromMe: true,
      read: 1,
      mediaUrl: '',
    });
    expect(reply.status).toBe(200);
    await desk.settle();
    expect(desk.whatsapp.sent).toHaveLength(1);
    desk.clock.advance(61_000);
    await bia.json('POST', `/messages/${ticketId}`, { body });
    await desk.settle();
    expect(desk.whatsapp.sent).toHaveLength(2);
  });

  test('is not sent when nobody wants it, nor to groups, nor for somebody else', async () => {
    await put('bia', { status: 'open' });
    expect(await greetings()).toEqual([]);
    await enable('sendGreetingAccepted');
    await system.write(async (tx) => {
      await tx.db.insert(settings).values({ key: 'CheckMsgIsGroup', value: 'disabled' });
    });
    await receive(inGroup());
    const group = (await system.db.select().from(tickets).where(eq(tickets.isGroup, true)))[0];
    await put('ana', { status: 'open' }, group?.id);
    await receive(inbound({ from: JOAO }));
    const joao = (await system.db.select().from(tickets).orderBy(asc(tickets.id))).at(-1);
    await put('ana', { status: 'open', userId: desk.cast.userId.bia }, joao?.id);
    expect(await greetings()).toEqual([]);
  });

  test('does not stand in the way where the connection is gone', async () => {
    await enable('sendGreetingAccepted');
    const other = await addConnection(desk, { name: 'Passageira' });
    await system.write(async (tx) => {
      await tx.db.update(tickets).set({ connectionId: other });
      await tx.db.delete(connections).where(eq(connections.id, other));
    });
    expect((await put('bia', { status: 'open' })).status).toBe(200);
  });
});

describe('from state to state', () => {
  test('returned, resolved, reopened; attendances are written down', async () => {
    const start = desk.clock.now;
    await put('bia', { status: 'open' });
    desk.clock.advance(60_000);
    expect((await put('bia', { status: 'pending', userId: null })).body).toMatchObject({
      status: 'pending',
      userId: null,
    });
    desk.clock.advance(60_000);
    await put('bia', { status: 'open' });
    await receive(inbound());
    expect(
      (
        await put('bia', {
          status: 'closed',
          userId: desk.cast.userId.bia,
          useIntegration: false,
          promptId: false,
          integrationId: false,
        })
      ).body,
    ).toMatchObject({ status: 'closed', unreadMessages: 0, userId: desk.cast.userId.bia });
    expect((await put('bia', { status: 'open', userId: desk.cast.userId.bia })).body.status).toBe('open');
    const rows = await system.db.select().from(ticketTrackings).orderBy(asc(ticketTrackings.id));
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      userId: desk.cast.userId.bia,
      startedAt: new Date(start.getTime() + 120_000),
    });
    expect(rows[0]?.finishedAt).not.toBeNull();
    expect(rows[1]).toMatchObject({ finishedAt: null, userId: desk.cast.userId.bia });
  });

  test('closing what is closed changes nothing', async () => {
    await put('ana', { status: 'closed' });
    expect((await put('ana', { status: 'closed' })).status).toBe(200);
    expect(await system.db.select().from(ticketTrackings)).toHaveLength(1);
  });

  test('reopening is refused while the customer has another open ticket here', async () => {
    await put('ana', { status: 'closed' });
    const closed = await row();
    await system.write(async (tx) => {
      await tx.db
        .insert(tickets)
        .values({ uuid: 'rival', status: 'pending', contactId: closed.contactId, connectionId });
    });
    const reply = await put('ana', { status: 'open' });
    expect([reply.status, reply.body.error]).toEqual([409, 'ERR_OTHER_OPEN_TICKET']);
    expect((await row()).status).toBe('closed');
  });

  test('so is a change to a connection where he has one', async () => {
    const other = await addConnection(desk, { name: 'Filial' });
    await desk.listener.onMessages({ companyId: system.companyId, connectionId: other }, [inbound()]);
    const reply = await put('ana', { whatsappId: other });
    expect([reply.status, reply.body.error]).toEqual([409, 'ERR_OTHER_OPEN_TICKET']);
    await system.write(async (tx) => {
      await tx.db.delete(connections).where(eq(connections.id, other));
    });
  });

  test('who and what does not exist is refused, and nothing is changed', async () => {
    const refusals = [
      [{ status: 'open', userId: 999 }, 404, 'ERR_NO_USER_FOUND'],
      [{ status: 'pending', queueId: 999 }, 404, 'ERR_NO_QUEUE_FOUND'],
      [{ whatsappId: 999 }, 404, 'ERR_NO_WAPP_FOUND'],
    ] as const;
    for (const [patch, status, error] of refusals) {
      const reply = await put('ana', patch);
      expect([reply.status, reply.body.error]).toEqual([status, error]);
    }
    for (const patch of [{ status: 'OPEN' }, { userId: 'x' }, { queueId: -1 }, { chatbot: 'yes' }])
      expect((await put('ana', patch)).status).toBe(400);
    expect(await row()).toMatchObject({ status: 'pending', queueId: desk.cast.queueId.Vendas, userId: null });
  });
});

describe('who is told', () => {
  test('a transfer takes it from one queue’s screens and puts it on the other’s', async () => {
    const hear = {
      ana: await desk.listenAs('ana'),
      bia: await desk.listenAs('bia'),
      caio: await desk.listenAs('caio'),
      davi: await desk.listenAs('davi'),
    };
    const reply = await put('bia', { status: 'pending', queueId: desk.cast.queueId.Suporte, userId: null });
    // It is out of her sight, and the answer still shows what became of it.
    expect(reply.body).toMatchObject({ queue: { name: 'Suporte' } });
    await desk.settle();
    expect(heardOf(hear.bia)).toEqual(['delete']);
    expect(heardOf(hear.caio)).toEqual(['update']);
    expect(heardOf(hear.ana)).toEqual(['update']);
    expect(heardOf(hear.davi)).toEqual([]);
    expect((await (await desk.as('bia')).json('GET', `/tickets/${ticketId}`)).status).toBe(404);
  });

  test('a ticket given to an agent outside the queue is his to see', async () => {
    const caio = await desk.listenAs('caio');
    await put('ana', { status: 'open', userId: desk.cast.userId.caio });
    await desk.settle();
    expect(heardOf(caio)).toEqual(['update']);
    expect((await (await desk.as('caio')).json('GET', `/tickets/${ticketId}`)).status).toBe(200);
    await put('ana', { status: 'pending' });
    await desk.settle();
    expect(heardOf(caio)).toEqual(['update', 'delete']);
  });

  test('a failed change is told to nobody', async () => {
    const heard = await desk.listenAs('ana');
    await put('ana', { status: 'open', userId: 999 });
    await desk.settle();
    expect(heardOf(heard)).toEqual([]);
  });
});

describe('reading', () => {
  const unread = async () => (await row()).unreadMessages;

  test('a waiting ticket empties the count and promises the customer nothing', async () => {
    const heard = await desk.listenAs('rui');
    await markTicketRead(await desk.scopeOf('bia'), { ticketId });
    await desk.settle();
    expect(await unread()).toBe(0);
    expect(heardOf(heard)).toEqual(['updateUnread']);
    expect(desk.whatsapp.read).toEqual([]);
  });

  test('an open one gives blue ticks, once, for what was read while it waited as well', async () => {
    const bia = await desk.scopeOf('bia');
    await receive(inbound({ id: 'second' }));
    await markTicketRead(bia, { ticketId });
    await patchTicket(bia, { ticketId, status: 'open' });
    await markTicketRead(bia, { ticketId });
    await markTicketRead(bia, { ticketId });
    await desk.settle();
    expect(desk.whatsapp.read).toHaveLength(2);
    expect(desk.whatsapp.read[1]).toMatchObject({ id: 'second', chatJid: '5511988887777@s.whatsapp.net' });
    await markTicketRead(bia, { ticketId });
    await desk.settle();
    expect(desk.whatsapp.read).toHaveLength(2);
  });

  test('through a connection that needs a person leaves nothing behind', async () => {
    const bia = await desk.scopeOf('bia');
    await patchTicket(bia, { ticketId, status: 'open' });
    desk.whatsapp.become({ companyId: system.companyId, connectionId }, { status: 'DISCONNECTED' });
    await markTicketRead(bia, { ticketId });
    await desk.settle();
    desk.whatsapp.become({ companyId: system.companyId, connectionId });
    expect(await system.db.select().from(outbox)).toEqual([]);
    expect(await unread()).toBe(0);
  });

  test('by a page that only peeks counts nothing', async () => {
    const bia = await desk.as('bia');
    await bia.json('GET', `/messages/${ticketId}?peek=true`);
    expect(await unread()).toBe(1);
    await bia.json('GET', `/messages/${ticketId}`);
    expect(await unread()).toBe(0);
  });

  test('is refused to who may not see it', async () => {
    const replies = await Promise.all(
      (['caio', 'davi'] as const).map(async (name) =>
        (await desk.as(name)).json('POST', `/tickets/${ticketId}/read`),
      ),
    );
    expect(replies.map((reply) => reply.status)).toEqual([403, 404]);
    expect(await unread()).toBe(1);
  });
});

describe('deleting', () => {
  test('is the administrator’s alone', async () => {
    for (const [name, status] of [
      ['bia', 403],
      ['rui', 403],
      ['davi', 404],
    ] as const) {
      expect((await (await desk.as(name)).json('DELETE', `/tickets/${ticketId}`)).status).toBe(status);
    }
    expect(await system.db.select().from(tickets)).toHaveLength(1);
  });

  test('takes what was said, its files, and every screen that shows it', async () => {
    await receive(inbound({ content: media() }));
    await desk.settle();
    const key = (await system.db.select().from(messages)).at(-1)?.mediaPath ?? '';
    const path = system.kernel.storage.pathOf(system.companyId, key);
    expect(existsSync(path)).toBe(true);
    const heard = { bia: await desk.listenAs('bia'), caio: await desk.listenAs('caio') };
    await deleteTicket(await desk.scopeOf('ana'), { ticketId });
    await desk.settle();
    expect(await system.db.select().from(messages)).toEqual([]);
    expect(heardOf(heard.bia)).toEqual(['delete']);
    expect(heardOf(heard.caio)).toEqual([]);
    for (let turn = 0; turn < 1_000 && existsSync(path); turn += 1)
      await new Promise((resolve) => setImmediate(resolve));
    expect(existsSync(path)).toBe(false);
  });
});
