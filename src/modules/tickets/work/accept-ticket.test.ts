import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import {
  connections,
  contacts,
  messages,
  settings,
  tickets,
  ticketTrackings,
} from '@db/tenant/schema/index.ts';
import { addConnection, inbound, inGroup, JOAO } from '@test/support/inbound.ts';
import { asc, eq } from 'drizzle-orm';
import { createTicketFixture, type TicketFixture } from '../ticket-fixture.test-support.ts';

let work: TicketFixture;

beforeAll(async () => {
  work = await createTicketFixture();
});
afterAll(() => work.testApp.stop());
beforeEach(() => work.reset());

describe('accepting a ticket', () => {
  test('assigns it to the agent', async () => {
    const reply = await work.put('bia', { status: 'open', userId: work.testApp.people.userId.bia });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ status: 'open', user: { name: 'Bia' }, chatbot: false });
  });

  test('defaults to the requesting user', async () => {
    expect((await work.put('bia', { status: 'open' })).body.userId).toBe(work.testApp.people.userId.bia);
  });

  test('lets exactly one of several simultaneous requests win and names the winner to the others', async () => {
    const people = ['ana', 'rui', 'bia'] as const;
    const browsers = await Promise.all(people.map((name) => work.testApp.as(name)));
    const replies = await Promise.all(
      browsers.map((browser, n) =>
        browser.json<{ error?: string; name?: string; user?: { name: string } }>(
          'PUT',
          `/tickets/${work.ticketId}`,
          {
            status: 'open',
            userId: work.testApp.people.userId[people[n] ?? 'ana'],
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

  test('changes nothing when the same user accepts again', async () => {
    await work.put('bia', { status: 'open' });
    expect((await work.put('bia', { status: 'open' })).status).toBe(200);
    expect(await work.system.db.select().from(ticketTrackings)).toHaveLength(1);
  });

  test('is refused for another queue’s agent, another company and an unauthenticated client', async () => {
    expect((await work.put('caio', { status: 'open' })).status).toBe(403);
    expect((await work.put('davi', { status: 'open' })).status).toBe(404);
    const stranger = await work.testApp.as();
    expect((await stranger.json('PUT', `/tickets/${work.ticketId}`, { status: 'open' })).status).toBe(401);
    expect(await work.row()).toMatchObject({ status: 'pending', userId: null });
  });
});

describe('accept greeting', () => {
  const greetings = async () =>
    (await work.system.db.select().from(messages)).filter((message) =>
      message.body.startsWith('*Mensagem Automática:*'),
    );

  test('is sent once in the agent’s name with the greeting for the company’s time of day', async () => {
    await work.enable('sendGreetingAccepted');
    await work.put('bia', { status: 'open' });
    await work.testApp.settle();
    const body =
      '*Mensagem Automática:*\nBoa tarde *Maria*, meu nome é *Bia* e agora vou prosseguir com seu atendimento!';
    expect(work.testApp.whatsapp.sent.map((message) => message.content)).toEqual([
      { type: 'text', text: body },
    ]);
    expect((await greetings())[0]).toMatchObject({ body, origin: 'system', userId: null, fromMe: true });
  });

  test('omits the name of a contact whose name is unknown', async () => {
    await work.enable('sendGreetingAccepted');
    await work.system.write((tx) => tx.db.update(contacts).set({ name: '5511999990000' }));
    await work.put('bia', { status: 'open' });
    const greeting =
      '*Mensagem Automática:*\nBoa tarde, meu nome é *Bia* e agora vou prosseguir com seu atendimento!';
    expect((await greetings())[0]?.body).toBe(greeting);
  });

  test('is not duplicated when the client posts it as well', async () => {
    await work.enable('sendGreetingAccepted');
    await work.put('bia', { status: 'open' });
    const bia = await work.testApp.as('bia');
    const body = '*Mensagem Automática:*\nBoa tarde *Maria*, meu nome é *Bia* e …';
    const reply = await bia.json<{ id: string }>('POST', `/messages/${work.ticketId}`, {
      body,
      fromMe: true,
      read: 1,
      mediaUrl: '',
    });
    expect(reply.status).toBe(200);
    await work.testApp.settle();
    expect(work.testApp.whatsapp.sent).toHaveLength(1);
    work.testApp.clock.advance(61_000);
    await bia.json('POST', `/messages/${work.ticketId}`, { body });
    await work.testApp.settle();
    expect(work.testApp.whatsapp.sent).toHaveLength(2);
  });

  test('is not sent when disabled, to groups or for another user', async () => {
    await work.put('bia', { status: 'open' });
    expect(await greetings()).toEqual([]);
    await work.enable('sendGreetingAccepted');
    await work.system.write(async (tx) => {
      await tx.db.insert(settings).values({ key: 'CheckMsgIsGroup', value: 'disabled' });
    });
    await work.receive(inGroup());
    const group = (await work.system.db.select().from(tickets).where(eq(tickets.isGroup, true)))[0];
    await work.put('ana', { status: 'open' }, group?.id);
    await work.receive(inbound({ from: JOAO }));
    const joao = (await work.system.db.select().from(tickets).orderBy(asc(tickets.id))).at(-1);
    await work.put('ana', { status: 'open', userId: work.testApp.people.userId.bia }, joao?.id);
    expect(await greetings()).toEqual([]);
  });

  test('does not block accepting when the connection is deleted', async () => {
    await work.enable('sendGreetingAccepted');
    const other = await addConnection(work.testApp, { name: 'Passageira' });
    await work.system.write(async (tx) => {
      await tx.db.update(tickets).set({ connectionId: other });
      await tx.db.delete(connections).where(eq(connections.id, other));
    });
    expect((await work.put('bia', { status: 'open' })).status).toBe(200);
  });
});
