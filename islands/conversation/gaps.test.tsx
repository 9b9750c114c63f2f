import { afterEach, expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { me, message, NOW, ticketDetail } from '../workspace/fixtures.test-support.ts';

withDom();

let end: () => Promise<void> = async () => undefined;
afterEach(() => end());

async function afterGap(meanwhile: { channel: string; data: unknown }[]): Promise<unknown[]> {
  const [{ Conversation }, { fixture }, { live }] = await Promise.all([
    import('./conversation.tsx'),
    import('../workspace/fixture.test-support.tsx'),
    import('../live/live.ts'),
  ]);
  const ticket = ticketDetail(1, { unreadMessages: 2 });
  const props = { me, ticket, messages: [message(1)], events: [], hasMore: false, now: NOW };
  const answer = Promise.withResolvers<unknown>();
  const shown = await fixture(Conversation, props, (call) =>
    call.path.startsWith('/api/messages/1?') ? answer.promise : {},
  );
  end = shown.end;
  const heard: unknown[] = [];
  const stop = live.on('ticket', (data) => void heard.push(data));
  await shown.onEvent('ready', { asOf: 'later' });
  for (const { channel, data } of meanwhile) await shown.onEvent(channel, data);
  const page = { messages: [message(1)], events: [], ticket, hasMore: false, count: 1 };
  await shown.act(async () => {
    answer.resolve(page);
    await new Promise((resolve) => setTimeout(resolve));
  });
  stop();
  return heard;
}

test('hands on the ticket that comes with the messages of a gap', async () => {
  expect(await afterGap([])).toMatchObject([{ action: 'update', ticket: { id: 1, unreadMessages: 2 } }]);
});

test('but not once the ticket has changed, was read or got a message meanwhile', async () => {
  const read = { action: 'updateUnread', ticketId: 1 };
  expect(await afterGap([{ channel: 'ticket', data: read }])).toEqual([read]);
  await end();
  const arrived = { action: 'create', message: message(2) };
  expect(await afterGap([{ channel: 'appMessage', data: arrived }])).toEqual([]);
});
