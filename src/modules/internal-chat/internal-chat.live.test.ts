import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { chats } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import type { PersonName } from '@test/support/people.ts';
import { fillCompany, type World } from '@test/support/world.ts';
import type { LiveMessage } from '@/kernel/live/hub.ts';
import { postChatMessage, readChat } from './chat-messages.service.ts';
import { createChat, deleteChat, updateChat } from './internal-chat.service.ts';
import type { ChatView } from './internal-chat.views.ts';

const NAMES = ['ana', 'rui', 'bia', 'caio', 'davi'] as const;

let desk: TestDesk;
let world: World;
let chat: ChatView;
const heard = {} as Record<PersonName, LiveMessage[]>;

beforeAll(async () => {
  desk = await createTestDesk();
  world = await fillCompany(desk, { company: 'aurora', queueId: desk.cast.queueId.Vendas, mark: 'um' });
  for (const name of NAMES) heard[name] = await desk.listenAs(name);
});
afterAll(() => desk.stop());

beforeEach(async () => {
  const scope = await desk.systemScope();
  await scope.write((tx) => tx.db.delete(chats));
  chat = await createChat(await desk.scopeOf('bia'), { title: 'Plantão', users: [idOf('ana')] });
  await desk.settle();
});

const idOf = (name: PersonName) => desk.cast.userId[name];
const forget = () => {
  for (const name of NAMES) heard[name].length = 0;
};
const channelsOf = (name: PersonName) => heard[name].map(({ channel }) => channel);
const dataOf = (name: PersonName, channel: string) =>
  heard[name].filter((message) => message.channel === channel).map(({ data }) => data);
const say = async (who: PersonName, message: string, ticketId?: number) => {
  await postChatMessage(await desk.scopeOf(who), { chatId: chat.id, message, ticketId });
  await desk.settle();
};

describe('who is in a chat', () => {
  test('hears that it was made, under the name of their own', () => {
    expect(dataOf('ana', `chat-user-${idOf('ana')}`).at(-1)).toMatchObject({
      action: 'create',
      record: { id: chat.id },
    });
    expect(channelsOf('ana')).not.toContain(`chat-user-${idOf('bia')}`);
    expect(dataOf('ana', 'chat').at(-1)).toMatchObject({ action: 'update', chat: { id: chat.id } });
  });

  test('hears what is said under both names, one of them for existing clients only', async () => {
    forget();
    await say('bia', 'segredo');
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
    expect(heard.ana.map(({ contractOnly = false }) => contractOnly)).toEqual([false, true]);
  });

  test('hears how far the others have read', async () => {
    await say('bia', 'oi');
    forget();
    await readChat(await desk.scopeOf('ana'), { chatId: chat.id });
    await desk.settle();
    const [update] = dataOf('bia', 'chat') as { chat: ChatView }[];
    expect(update?.chat.users.map(({ unreads }) => unreads)).toEqual([0, 0]);
    forget();
    await readChat(await desk.scopeOf('ana'), { chatId: chat.id });
    await desk.settle();
    expect(heard.bia).toEqual([]);
  });
});

describe('who is not', () => {
  test('hears nothing at all', async () => {
    forget();
    await say('bia', 'segredo');
    await readChat(await desk.scopeOf('ana'), { chatId: chat.id });
    await updateChat(await desk.scopeOf('bia'), { chatId: chat.id, title: 'Outro', users: [idOf('ana')] });
    await deleteChat(await desk.scopeOf('bia'), { chatId: chat.id });
    await desk.settle();
    for (const name of ['rui', 'caio', 'davi'] as const)
      expect({ name, heard: heard[name] }).toEqual({ name, heard: [] });
    expect(heard.ana.length).toBeGreaterThan(0);
  });

  test('any more hears that it is gone, and from then on nothing', async () => {
    forget();
    const bia = await desk.scopeOf('bia');
    await updateChat(bia, { chatId: chat.id, title: 'Sem Ana', users: [idOf('rui')] });
    await desk.settle();
    expect(heard.ana.map(({ channel, data }) => ({ channel, data }))).toEqual([
      { channel: 'chat', data: { action: 'delete', id: String(chat.id) } },
    ]);
    expect(dataOf('rui', `chat-user-${idOf('rui')}`)).toMatchObject([{ action: 'create' }]);
    forget();
    await say('rui', 'sem ela');
    expect(heard.ana).toEqual([]);
    expect(channelsOf('bia')).toContain('chat');
  });

  test('hears nothing of a message that was said just before they were taken out', async () => {
    forget();
    const bia = await desk.scopeOf('bia');
    await bia.write(async (tx) => {
      await postChatMessage(tx, { chatId: chat.id, message: 'quase' });
      await updateChat(tx, { chatId: chat.id, title: 'Sem Ana', users: [idOf('rui')] });
    });
    await desk.settle();
    expect(JSON.stringify(heard.ana.map(({ data }) => data))).not.toContain('quase');
  });
});

test('a shared ticket is in what those hear who may see it, and in nobody else’s', async () => {
  const users = [idOf('ana'), idOf('caio')];
  await updateChat(await desk.scopeOf('bia'), { chatId: chat.id, title: 'Todos', users });
  await desk.settle();
  forget();
  await say('bia', 'vejam', world.ticketId);
  const [seen] = dataOf('ana', 'chat') as { newMessage: object }[];
  const [hidden] = dataOf('caio', 'chat') as { newMessage: object }[];
  expect(seen?.newMessage).toMatchObject({ ticket: { uuid: world.uuid } });
  expect(hidden?.newMessage).toMatchObject({ ticketId: world.ticketId, ticket: null });
  expect(heard.caio).toHaveLength(2);
  expect(JSON.stringify(heard.caio.map(({ data }) => data))).not.toContain(world.uuid);
  for (const name of NAMES)
    expect(JSON.stringify(heard[name].map(({ data }) => data))).not.toMatch(/argon2|passwordHash/);
});
