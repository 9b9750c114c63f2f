import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { contacts, messages, tickets, ticketTrackings } from '@db/tenant/schema/index.ts';
import { inbound, JOAO } from '@test/support/inbound.ts';
import { eq } from 'drizzle-orm';
import { SendError } from '@/whatsapp/port.ts';
import { type ConversationFixture, createConversationFixture } from '../conversation-fixture.test-support.ts';
import { sendUnprompted } from './send-unprompted-message.service.ts';

let talk: ConversationFixture;
let testApp: ConversationFixture['testApp'];
let maria: number;
let joao: number;
const settled: unknown[] = [];

beforeAll(async () => {
  talk = await createConversationFixture();
  ({ testApp } = talk);
  testApp.kernel.steps.add('message.settled', async (_tx, { origin, error }) => {
    settled.push([origin, error]);
  });
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  const { ticketId } = await talk.begin();
  maria = ticketId;
  const [row] = await talk.system.db
    .insert(contacts)
    .values({ name: 'João', number: '5521977776666' })
    .returning();
  joao = row?.id ?? 0;
  settled.length = 0;
});

let causes = 0;
const sendTo = (contactId: number, isQuiet = false) =>
  talk.system.write((tx) =>
    sendUnprompted(tx, {
      contactId,
      connectionId: talk.connectionId,
      body: 'novidades',
      mediaType: 'conversation',
      media: null,
      cause: `test:${++causes}`,
      isQuiet,
    }),
  );
const ticket = async (id: number) =>
  (await talk.system.db.query.tickets.findFirst({ where: eq(tickets.id, id) })) ?? expect.unreachable();
const listed = async (query: string) => {
  const ana = await testApp.as('ana');
  const { body } = await ana.json<{ tickets: { id: number }[]; count: number }>('GET', `/tickets?${query}`);
  return body.tickets.map(({ id }) => id);
};

describe('unprompted message to a new contact', () => {
  test('is sent and its silent ticket is hidden from lists', async () => {
    const { ticketId } = await sendTo(joao);
    await testApp.settle();
    expect(talk.sent()).toEqual([{ type: 'text', text: 'novidades' }]);
    for (const status of ['pending', 'open', 'closed'])
      expect(await listed(`status=${status}&showAll=true`)).not.toContain(ticketId);
    expect(await listed('searchParam=jo%C3%A3o')).toEqual([ticketId]);
    const started = eq(ticketTrackings.ticketId, ticketId);
    expect(await talk.system.db.select().from(ticketTrackings).where(started)).toEqual([]);
  });

  test('is added to the same ticket the second time', async () => {
    const { ticketId } = await sendTo(joao);
    expect((await sendTo(joao)).ticketId).toBe(ticketId);
  });

  test('is shown before the answer that opens the ticket', async () => {
    const { ticketId } = await sendTo(joao);
    const target = { companyId: talk.system.companyId, connectionId: talk.connectionId };
    await testApp.listener.onMessages(target, [inbound({ from: JOAO, text: 'quero' })]);
    expect(await ticket(ticketId)).toMatchObject({ status: 'pending', isSilent: false, unreadMessages: 1 });
    const rows = await talk.system.db.select().from(messages).where(eq(messages.ticketId, ticketId));
    expect(rows.map(({ body, origin }) => [body, origin])).toEqual([
      ['novidades', 'system'],
      ['quero', 'customer'],
    ]);
    await talk.call('ana', 'PUT', `/tickets/${ticketId}`, { status: 'closed' });
    expect(await listed('status=closed&showAll=true')).toContain(ticketId);
  });

  test('becomes visible when an agent opens the ticket', async () => {
    const { ticketId } = await sendTo(joao);
    await talk.call('ana', 'POST', '/tickets', { contactId: joao, userId: testApp.people.userId.ana });
    expect(await ticket(ticketId)).toMatchObject({ status: 'open', isSilent: false });
  });
});

describe('unprompted message to a known contact', () => {
  test('is added to the ticket without changing status or waiting time', async () => {
    const before = await ticket(maria);
    expect((await sendTo(before.contactId, true)).ticketId).toBe(maria);
    const { status, userId, waitingSince, answeredAt } = before;
    const after = { status, userId, waitingSince, answeredAt, isSilent: false, lastMessage: 'novidades' };
    expect(await ticket(maria)).toMatchObject(after);
  });

  test('leaves a closed ticket closed and, when quiet, unmoved in the list', async () => {
    await talk.call('bia', 'PUT', `/tickets/${maria}`, { status: 'closed' });
    const before = await ticket(maria);
    testApp.clock.advance(60_000);
    await sendTo(before.contactId, true);
    expect(await ticket(maria)).toEqual(before);
    await sendTo(before.contactId);
    expect(await ticket(maria)).toMatchObject({ status: 'closed', lastMessage: 'novidades' });
    expect((await ticket(maria)).updatedAt).not.toEqual(before.updatedAt);
  });

  test('is refused a second time for the same cause', async () => {
    const { contactId } = await ticket(maria);
    await sendTo(contactId);
    causes -= 1;
    expect(sendTo(contactId)).rejects.toThrow();
  });
});

describe('settle callback of an unprompted message', () => {
  test('receives that WhatsApp accepted it', async () => {
    await sendTo(joao);
    await testApp.settle();
    expect(settled).toEqual([['system', null]]);
  });

  test('receives the reason when it was given up', async () => {
    testApp.whatsapp.fail(new SendError('refused', false));
    await sendTo(joao);
    await testApp.settle();
    expect(settled).toEqual([['system', 'ERR_SENDING_WAPP_MSG']]);
  });
});

test('throws for an unknown contact', () => {
  expect(sendTo(987_654)).rejects.toThrow('ERR_NO_CONTACT_FOUND');
});
