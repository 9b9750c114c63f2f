import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { inbound, media } from '@test/support/inbound.ts';
import { createInboxFixture, type InboxFixture, one } from './inbox-fixture.test-support.ts';

let inbox: InboxFixture;

beforeAll(async () => {
  inbox = await createInboxFixture();
});
afterAll(() => inbox.testApp.stop());
beforeEach(() => inbox.reset());

const head = () => inbound({ id: 'ALBUM', content: { type: 'album' } });
const pictures = () => ['P1', 'P2', 'P3'].map((id) => inbound({ id, content: media(), album: 'ALBUM' }));

test('the head of an album opens no ticket', async () => {
  await inbox.receive(head());
  expect([await inbox.stored(), await inbox.allTickets()]).toEqual([[], []]);
});

test('only pictures are stored, counted and announced', async () => {
  const received = await inbox.testApp.listenAs('ana');
  await inbox.receive(head(), ...pictures());
  await inbox.receive(head());
  await inbox.testApp.settle();
  expect((await inbox.stored()).map(({ wid, album }) => [wid, album])).toEqual([
    ['P1', 'ALBUM'],
    ['P2', 'ALBUM'],
    ['P3', 'ALBUM'],
  ]);
  expect(await one(inbox.allTickets())).toMatchObject({ unreadMessages: 3 });
  const created = received.filter(
    ({ channel, data }) => channel === 'appMessage' && (data as { action: string }).action === 'create',
  );
  expect(created).toHaveLength(3);
});

test('a placeholder that turns out to be the head of an album is removed', async () => {
  const [first, ...others] = pictures();
  await inbox.receive(inbound({ id: 'ALBUM', content: { type: 'undecryptable' } }), ...others);
  await inbox.receive(head());
  if (first) await inbox.receive(first);
  expect((await inbox.stored()).map(({ wid }) => wid)).toEqual(['P2', 'P3', 'P1']);
  expect(await one(inbox.allTickets())).toMatchObject({ unreadMessages: 3 });
});
