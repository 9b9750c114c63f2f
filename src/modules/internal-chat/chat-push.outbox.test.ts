import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { chats } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { postChatMessage } from './chat-messages.service.ts';
import { createChat, updateChat } from './internal-chat.service.ts';
import type { ChatView } from './internal-chat.views.ts';

const ENDPOINT = 'https://push.example.com/bia';
const KEYS = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) };

let testApp: TestApp;
let chat: ChatView;

beforeAll(async () => {
  testApp = await createTestApp();
  const bia = await testApp.as('bia');
  await bia.json('POST', '/push-subscriptions', { endpoint: ENDPOINT, keys: KEYS });
  await bia.json('PUT', '/me/preferences', { key: 'notifications.push', value: 'enabled' });
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  const scope = await testApp.systemScope();
  await scope.write((tx) => tx.db.delete(chats));
  chat = await createChat(await testApp.scopeOf('ana'), {
    title: 'Plantão',
    users: [testApp.people.userId.bia],
  });
  testApp.push.sent.length = 0;
});

const post = async (message: string) =>
  postChatMessage(await testApp.scopeOf('ana'), { chatId: chat.id, message });

describe('mention push', () => {
  test('shows author and text and links to the chat', async () => {
    await post('@Bia, pode ver isto?');
    await testApp.settle();
    expect(testApp.push.sent).toEqual([
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

  test('is not sent for a message without mention', async () => {
    await post('bom dia');
    await testApp.settle();
    expect(testApp.push.sent).toEqual([]);
  });

  test('is not sent to a member removed in the same transaction', async () => {
    const ana = await testApp.scopeOf('ana');
    await ana.write(async (tx) => {
      await postChatMessage(tx, { chatId: chat.id, message: '@Bia' });
      await updateChat(tx, { chatId: chat.id, title: 'Sem ela', users: [testApp.people.userId.rui] });
    });
    await testApp.settle();
    expect(testApp.push.sent).toEqual([]);
  });
});
