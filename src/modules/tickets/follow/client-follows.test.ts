import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { PersonName } from '@test/support/people.ts';
import { type ClientSocket, wants } from '@/kernel/live/client-words.ts';
import type { LiveMessage } from '@/kernel/live/hub.ts';
import { loadActor } from '@/modules/users/users.queries.ts';
import { createWorkDesk, type WorkDesk } from '../work/work-desk.test-support.ts';
import { clientFollows } from './client-follows.ts';
import { aboutTicket, ticketTopic } from './ticket-topics.ts';

let work: WorkDesk;
let maria: number;
beforeAll(async () => {
  work = await createWorkDesk();
  ({ maria } = await work.reset());
});
afterAll(() => work.desk.stop());

async function client(who: PersonName): Promise<ClientSocket> {
  const { kernel, cast } = work.desk;
  const actor = await loadActor(kernel, cast.companyId.aurora, cast.userId[who], who);
  if (!actor) throw new Error(`${who} is not in the cast`);
  return { actor, follows: new Map(), deliver: () => undefined, close: () => undefined };
}

async function say(socket: ClientSocket, name: string, said?: unknown): Promise<void> {
  await clientFollows(work.desk.kernel)
    .find((word) => word.name === name)
    ?.hear(socket, said);
}

function about(what: LiveMessage['about']): LiveMessage {
  return { channel: 'ticket', data: {}, canHear: () => true, about: what };
}

test('who follows nothing hears what concerns them, and what is about no ticket', async () => {
  const bia = await client('bia');
  expect(wants(bia, about(aboutTicket(maria, { status: 'open', userIds: [] })))).toBe(false);
  expect(wants(bia, about(aboutTicket(maria, { status: 'open', userIds: [bia.actor.id] })))).toBe(true);
  expect(wants(bia, about(undefined))).toBe(true);
});

test.each(['ChatBox', 'Tickets', 'Notification'])(
  'join%s asks for tickets until they are left',
  async (what) => {
    const bia = await client('bia');
    const change = about(aboutTicket(maria, { status: 'open', userIds: [] }));
    const said = { ChatBox: maria, Tickets: 'open', Notification: undefined }[what];
    await say(bia, `join${what}`, said);
    expect(wants(bia, change)).toBe(true);
    await say(bia, `leave${what}`, said);
    expect(wants(bia, change)).toBe(false);
  },
);

test('another list, and another conversation, are not asked for', async () => {
  const bia = await client('bia');
  await say(bia, 'joinChatBox', maria);
  await say(bia, 'joinTickets', 'pending');
  expect(wants(bia, about(aboutTicket(maria + 1, { status: 'open', userIds: [] })))).toBe(false);
});

test('a conversation is followed as long as one part of the page does; only by who may read it', async () => {
  const [bia, caio] = [await client('bia'), await client('caio')];
  for (const word of ['joinChatBox', 'joinChatBox', 'leaveChatBox']) await say(bia, word, maria);
  expect(wants(bia, about(aboutTicket(maria)))).toBe(true);
  await say(bia, 'leaveChatBox', maria);
  await say(caio, 'joinChatBox', maria);
  for (const one of [bia, caio]) expect(wants(one, about(aboutTicket(maria)))).toBe(false);
});

test('fifty conversations at most, beside the lists', async () => {
  const bia = await client('bia');
  for (let n = 1; n < 50; n += 1) bia.follows.set(ticketTopic(maria + n), 1);
  await say(bia, 'joinTickets', 'open');
  await say(bia, 'joinChatBox', maria);
  expect(bia.follows.has(ticketTopic(maria))).toBe(true);
  await say(bia, 'leaveChatBox', maria);
  bia.follows.set(ticketTopic(maria + 50), 1);
  await say(bia, 'joinChatBox', maria);
  expect(bia.follows.has(ticketTopic(maria))).toBe(false);
});
