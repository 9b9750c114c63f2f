import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { contacts, messages, tickets, ticketTrackings } from '@db/tenant/schema/index.ts';
import { inbound, JOAO } from '@test/support/inbound.ts';
import { eq } from 'drizzle-orm';
import { SendError } from '@/whatsapp/port.ts';
import { createTalkDesk, type TalkDesk } from '../talk-desk.test-support.ts';
import { sayUnasked } from './say-unasked.ts';

let talk: TalkDesk;
let desk: TalkDesk['desk'];
let maria: number;
let joao: number;
const settled: unknown[] = [];

beforeAll(async () => {
  talk = await createTalkDesk();
  ({ desk } = talk);
  desk.kernel.steps.add('message.settled', async (_tx, { origin, error }) => {
    settled.push([origin, error]);
  });
});
afterAll(() => desk.stop());
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
const say = (contactId: number, isQuiet = false) =>
  talk.system.write((tx) =>
    sayUnasked(tx, {
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
  const ana = await desk.as('ana');
  const { body } = await ana.json<{ tickets: { id: number }[]; count: number }>('GET', `/tickets?${query}`);
  return body.tickets.map(({ id }) => id);
};

describe('to a contact who never wrote', () => {
  test('it is sent, and no list of tickets shows it', async () => {
    const { ticketId } = await say(joao);
    await desk.settle();
    expect(talk.sent()).toEqual([{ type: 'text', text: 'novidades' }]);
    for (const status of ['pending', 'open', 'closed'])
      expect(await listed(`status=${status}&showAll=true`)).not.toContain(ticketId);
    expect(await listed('searchParam=jo%C3%A3o')).toEqual([ticketId]);
    const started = eq(ticketTrackings.ticketId, ticketId);
    expect(await talk.system.db.select().from(ticketTrackings).where(started)).toEqual([]);
  });

  test('a second one goes into the same conversation', async () => {
    const { ticketId } = await say(joao);
    expect((await say(joao)).ticketId).toBe(ticketId);
  });

  test('the answer opens the conversation, with what was said before it', async () => {
    const { ticketId } = await say(joao);
    const target = { companyId: talk.system.companyId, connectionId: talk.connectionId };
    await desk.listener.onMessages(target, [inbound({ from: JOAO, text: 'quero' })]);
    expect(await ticket(ticketId)).toMatchObject({ status: 'pending', isSilent: false, unreadMessages: 1 });
    const said = await talk.system.db.select().from(messages).where(eq(messages.ticketId, ticketId));
    expect(said.map(({ body, origin }) => [body, origin])).toEqual([
      ['novidades', 'system'],
      ['quero', 'customer'],
    ]);
    await talk.call('ana', 'PUT', `/tickets/${ticketId}`, { status: 'closed' });
    expect(await listed('status=closed&showAll=true')).toContain(ticketId);
  });

  test('a person of ours opens it', async () => {
    const { ticketId } = await say(joao);
    await talk.call('ana', 'POST', '/tickets', { contactId: joao, userId: desk.cast.userId.ana });
    expect(await ticket(ticketId)).toMatchObject({ status: 'open', isSilent: false });
  });
});

describe('to a contact with a conversation', () => {
  test('it goes there, and changes neither state nor waiting', async () => {
    const before = await ticket(maria);
    expect((await say(before.contactId, true)).ticketId).toBe(maria);
    const { status, userId, waitingSince, answeredAt } = before;
    const after = { status, userId, waitingSince, answeredAt, isSilent: false, lastMessage: 'novidades' };
    expect(await ticket(maria)).toMatchObject(after);
  });

  test('a closed one stays closed; said quietly, it stays where it is in the list', async () => {
    await talk.call('bia', 'PUT', `/tickets/${maria}`, { status: 'closed' });
    const before = await ticket(maria);
    desk.clock.advance(60_000);
    await say(before.contactId, true);
    expect(await ticket(maria)).toEqual(before);
    await say(before.contactId);
    expect(await ticket(maria)).toMatchObject({ status: 'closed', lastMessage: 'novidades' });
    expect((await ticket(maria)).updatedAt).not.toEqual(before.updatedAt);
  });

  test('one cause is said once', async () => {
    const { contactId } = await ticket(maria);
    await say(contactId);
    causes -= 1;
    expect(say(contactId)).rejects.toThrow();
  });
});

describe('who waits for it hears', () => {
  test('that WhatsApp has taken it', async () => {
    await say(joao);
    await desk.settle();
    expect(settled).toEqual([['system', null]]);
  });

  test('that it was given up, and why', async () => {
    desk.whatsapp.fail(new SendError('refused', false));
    await say(joao);
    await desk.settle();
    expect(settled).toEqual([['system', 'ERR_SENDING_WAPP_MSG']]);
  });
});

test('nobody who is unknown', () => {
  expect(say(987_654)).rejects.toThrow('ERR_NO_CONTACT_FOUND');
});
