import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { PersonName } from '@test/support/people.ts';
import { type ClientSocket, wants } from '@/core/realtime/client-messages.ts';
import type { LiveMessage } from '@/core/realtime/hub.ts';
import { loadActor } from '@/modules/users/users.queries.ts';
import { createWorkFixture, type WorkFixture } from '../work/work-fixture.test-support.ts';
import { clientFollows } from './client-follows.listener.ts';
import { aboutTicket, ticketTopic } from './ticket-topics.logic.ts';

let work: WorkFixture;
let maria: number;
beforeAll(async () => {
  work = await createWorkFixture();
  ({ maria } = await work.reset());
});
afterAll(() => work.testApp.stop());

async function client(who: PersonName): Promise<ClientSocket> {
  const { kernel, people } = work.testApp;
  const actor = await loadActor(kernel, people.companyId.aurora, people.userId[who], who);
  if (!actor) throw new Error(`${who} is not in the cast`);
  return { actor, follows: new Map(), deliver: () => undefined, close: () => undefined };
}

async function emit(socket: ClientSocket, name: string, sent?: unknown): Promise<void> {
  await clientFollows(work.testApp.kernel)
    .find((word) => word.name === name)
    ?.handle(socket, sent);
}

function about(what: LiveMessage['about']): LiveMessage {
  return { channel: 'ticket', data: {}, canReceive: () => true, about: what };
}

test('a client without follows receives events that concern it or no ticket', async () => {
  const bia = await client('bia');
  expect(wants(bia, about(aboutTicket(maria, { status: 'open', userIds: [] })))).toBe(false);
  expect(wants(bia, about(aboutTicket(maria, { status: 'open', userIds: [bia.actor.id] })))).toBe(true);
  expect(wants(bia, about(undefined))).toBe(true);
});

test.each(['ChatBox', 'Tickets', 'Notification'])(
  'join%s subscribes to tickets until the client leaves',
  async (what) => {
    const bia = await client('bia');
    const change = about(aboutTicket(maria, { status: 'open', userIds: [] }));
    const sent = { ChatBox: maria, Tickets: 'open', Notification: undefined }[what];
    await emit(bia, `join${what}`, sent);
    expect(wants(bia, change)).toBe(true);
    await emit(bia, `leave${what}`, sent);
    expect(wants(bia, change)).toBe(false);
  },
);

test('does not receive events of another list or another conversation', async () => {
  const bia = await client('bia');
  await emit(bia, 'joinChatBox', maria);
  await emit(bia, 'joinTickets', 'pending');
  expect(wants(bia, about(aboutTicket(maria + 1, { status: 'open', userIds: [] })))).toBe(false);
});

test('follows a conversation until its last subscriber leaves, and only for permitted readers', async () => {
  const [bia, caio] = [await client('bia'), await client('caio')];
  for (const word of ['joinChatBox', 'joinChatBox', 'leaveChatBox']) await emit(bia, word, maria);
  expect(wants(bia, about(aboutTicket(maria)))).toBe(true);
  await emit(bia, 'leaveChatBox', maria);
  await emit(caio, 'joinChatBox', maria);
  for (const one of [bia, caio]) expect(wants(one, about(aboutTicket(maria)))).toBe(false);
});

test('follows at most fifty conversations besides the lists', async () => {
  const bia = await client('bia');
  for (let n = 1; n < 50; n += 1) bia.follows.set(ticketTopic(maria + n), 1);
  await emit(bia, 'joinTickets', 'open');
  await emit(bia, 'joinChatBox', maria);
  expect(bia.follows.has(ticketTopic(maria))).toBe(true);
  await emit(bia, 'leaveChatBox', maria);
  bia.follows.set(ticketTopic(maria + 50), 1);
  await emit(bia, 'joinChatBox', maria);
  expect(bia.follows.has(ticketTopic(maria))).toBe(false);
});
