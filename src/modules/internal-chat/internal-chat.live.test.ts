import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { chats } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { type Fixtures, fillCompany } from '@test/support/fixtures.ts';
import type { PersonName } from '@test/support/people.ts';
import type { LiveMessage } from '@/core/realtime/hub.ts';
import { postChatMessage, readChat } from './chat-messages.service.ts';
import { createChat, deleteChat, updateChat } from './internal-chat.service.ts';
import type { ChatView } from './internal-chat.views.ts';

const NAMES = ['ana', 'rui', 'bia', 'caio', 'davi'] as const;

let testApp: TestApp;
let fixtures: Fixtures;
let chat: ChatView;
const received = {} as Record<PersonName, LiveMessage[]>;

beforeAll(async () => {
  testApp = await createTestApp();
  fixtures = await fillCompany(testApp, {
    company: 'aurora',
    queueId: testApp.people.queueId.Vendas,
    mark: 'um',
  });
  for (const name of NAMES) received[name] = await testApp.listenAs(name);
});
afterAll(() => testApp.stop());

beforeEach(async () => {
  const scope = await testApp.systemScope();
  await scope.write((tx) => tx.db.delete(chats));
  chat = await createChat(await testApp.scopeOf('bia'), { title: 'Plantão', users: [idOf('ana')] });
  await testApp.settle();
});

const idOf = (name: PersonName) => testApp.people.userId[name];
const forget = () => {
  for (const name of NAMES) received[name].length = 0;
};
const channelsOf = (name: PersonName) => received[name].map(({ channel }) => channel);
const dataOf = (name: PersonName, channel: string) =>
  received[name].filter((message) => message.channel === channel).map(({ data }) => data);
const post = async (who: PersonName, message: string, ticketId?: number) => {
  await postChatMessage(await testApp.scopeOf(who), { chatId: chat.id, message, ticketId });
  await testApp.settle();
};

describe('chat member', () => {
  test('receives the creation on their own channel', () => {
    expect(dataOf('ana', `chat-user-${idOf('ana')}`).at(-1)).toMatchObject({
      action: 'create',
      record: { id: chat.id },
    });
    expect(channelsOf('ana')).not.toContain(`chat-user-${idOf('bia')}`);
    expect(dataOf('ana', 'chat').at(-1)).toMatchObject({ action: 'update', chat: { id: chat.id } });
  });

  test('receives messages under both channel names, one for existing clients only', async () => {
    forget();
    await post('bia', 'segredo');
    for (const channel of ['chat', `chat-${chat.id}`])
      expect(dataOf('ana', channel)).toMatchObject([
        {
          action: 'new-message',
          newMessage: {
            message: 'segredo',
            chat: { id: chat.id, users: chat.users.map(({ userId }) => ({ userId })) },
          },
          chat: { id: chat.id },
        },
      ]);
    expect(received.ana.map(({ contractOnly = false }) => contractOnly)).toEqual([false, true]);
  });

  test('receives how far others have read', async () => {
    await post('bia', 'oi');
    forget();
    await readChat(await testApp.scopeOf('ana'), { chatId: chat.id });
    await testApp.settle();
    const [update] = dataOf('bia', 'chat') as { chat: ChatView }[];
    expect(update?.chat.users.map(({ unreads }) => unreads)).toEqual([0, 0]);
    forget();
    await readChat(await testApp.scopeOf('ana'), { chatId: chat.id });
    await testApp.settle();
    expect(received.bia).toEqual([]);
  });
});

describe('non-member', () => {
  test('receives no events', async () => {
    forget();
    await post('bia', 'segredo');
    await readChat(await testApp.scopeOf('ana'), { chatId: chat.id });
    await updateChat(await testApp.scopeOf('bia'), { chatId: chat.id, title: 'Outro', users: [idOf('ana')] });
    await deleteChat(await testApp.scopeOf('bia'), { chatId: chat.id });
    await testApp.settle();
    for (const name of ['rui', 'caio', 'davi'] as const)
      expect({ name, heard: received[name] }).toEqual({ name, heard: [] });
    expect(received.ana.length).toBeGreaterThan(0);
  });

  test('receives one deletion event after being removed, then nothing', async () => {
    forget();
    const bia = await testApp.scopeOf('bia');
    await updateChat(bia, { chatId: chat.id, title: 'Sem Ana', users: [idOf('rui')] });
    await testApp.settle();
    expect(received.ana.map(({ channel, data }) => ({ channel, data }))).toEqual([
      { channel: 'chat', data: { action: 'delete', id: String(chat.id) } },
    ]);
    expect(dataOf('rui', `chat-user-${idOf('rui')}`)).toMatchObject([{ action: 'create' }]);
    forget();
    await post('rui', 'sem ela');
    expect(received.ana).toEqual([]);
    expect(channelsOf('bia')).toContain('chat');
  });

  test('receives no message sent just before the removal', async () => {
    forget();
    const bia = await testApp.scopeOf('bia');
    await bia.write(async (tx) => {
      await postChatMessage(tx, { chatId: chat.id, message: 'quase' });
      await updateChat(tx, { chatId: chat.id, title: 'Sem Ana', users: [idOf('rui')] });
    });
    await testApp.settle();
    expect(JSON.stringify(received.ana.map(({ data }) => data))).not.toContain('quase');
  });
});

test('sends a shared ticket only to members who may see it', async () => {
  const users = [idOf('ana'), idOf('caio')];
  await updateChat(await testApp.scopeOf('bia'), { chatId: chat.id, title: 'Todos', users });
  await testApp.settle();
  forget();
  await post('bia', 'vejam', fixtures.ticketId);
  const [seen] = dataOf('ana', 'chat') as { newMessage: object }[];
  const [hidden] = dataOf('caio', 'chat') as { newMessage: object }[];
  expect(seen?.newMessage).toMatchObject({ ticket: { uuid: fixtures.uuid } });
  expect(hidden?.newMessage).toMatchObject({ ticketId: fixtures.ticketId, ticket: null });
  expect(received.caio).toHaveLength(2);
  expect(JSON.stringify(received.caio.map(({ data }) => data))).not.toContain(fixtures.uuid);
  for (const name of NAMES)
    expect(JSON.stringify(received[name].map(({ data }) => data))).not.toMatch(/argon2|passwordHash/);
});
