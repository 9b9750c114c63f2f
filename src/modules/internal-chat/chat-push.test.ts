import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { chats } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { postChatMessage } from './chat-messages.service.ts';
import { createChat, updateChat } from './internal-chat.service.ts';
import type { ChatView } from './internal-chat.views.ts';

const ENDPOINT = 'https://push.example.com/bia';
const KEYS = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) };

let desk: TestDesk;
let chat: ChatView;

beforeAll(async () => {
  desk = await createTestDesk();
  const bia = await desk.as('bia');
  await bia.json('POST', '/push-subscriptions', { endpoint: ENDPOINT, keys: KEYS });
  await bia.json('PUT', '/me/preferences', { key: 'notifications.push', value: 'enabled' });
});
afterAll(() => desk.stop());
beforeEach(async () => {
  const scope = await desk.systemScope();
  await scope.write((tx) => tx.db.delete(chats));
  chat = await createChat(await desk.scopeOf('ana'), { title: 'Plantão', users: [desk.cast.userId.bia] });
  desk.push.sent.length = 0;
});

const say = async (message: string) =>
  postChatMessage(await desk.scopeOf('ana'), { chatId: chat.id, message });

describe('a push of a mention', () => {
  test('tells who named one, how it begins, and leads into the chat', async () => {
    await say('@Bia, pode ver isto?');
    await desk.settle();
    expect(desk.push.sent).toEqual([
      {
        endpoint: ENDPOINT,
        topic: `chat-${chat.id}`,
        payload: {
          title: 'Ana mencionou você',
          body: '@Bia, pode ver isto?',
          tag: `chat-${chat.id}`,
          url: `/chats/${chat.uuid}`,
        },
      },
    ]);
  });

  test('is not sent for words that name nobody', async () => {
    await say('bom dia');
    await desk.settle();
    expect(desk.push.sent).toEqual([]);
  });

  test('is not sent to who was taken out with the next word', async () => {
    const ana = await desk.scopeOf('ana');
    await ana.write(async (tx) => {
      await postChatMessage(tx, { chatId: chat.id, message: '@Bia' });
      await updateChat(tx, { chatId: chat.id, title: 'Sem ela', users: [desk.cast.userId.rui] });
    });
    await desk.settle();
    expect(desk.push.sent).toEqual([]);
  });
});
