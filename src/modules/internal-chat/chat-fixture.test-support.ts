import { chats } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { type Fixtures, fillCompany } from '@test/support/fixtures.ts';
import type { PersonName } from '@test/support/people.ts';
import type { ChatMessagePage, ChatPage, ChatView, PostedChatMessage } from './internal-chat.views.ts';

export type Answer = ChatView & PostedChatMessage & { error: string };

export async function openChatFixture() {
  const testApp: TestApp = await createTestApp();
  const { Vendas } = testApp.people.queueId;
  const fixtures: Fixtures = await fillCompany(testApp, { company: 'aurora', queueId: Vendas, mark: 'um' });
  const idOf = (name: PersonName) => testApp.people.userId[name];
  const call = async (
    who: PersonName | undefined,
    method: string,
    path: string | number = '',
    body?: unknown,
  ) => (await testApp.as(who)).json<Answer>(method, path === '' ? '/chats' : `/chats/${path}`, body);
  const make = (who: PersonName, title: string, names: PersonName[]) =>
    call(who, 'POST', '', { title, users: names.map((name) => ({ id: idOf(name), name })) });
  const chatFixture = {
    testApp,
    fixtures,
    idOf,
    call,
    make,
    chat: {} as ChatView,
    async startAnew(): Promise<void> {
      const scope = await testApp.systemScope();
      await scope.write((tx) => tx.db.delete(chats));
      chatFixture.chat = (await make('bia', 'Plantão', ['ana'])).body;
    },
    post: (who: PersonName, message: string, more: object = {}) =>
      call(who, 'POST', `${chatFixture.chat.id}/messages`, { message, ...more }),
    listOf: async (who: PersonName, query = '') =>
      (await testApp.as(who)).json<ChatPage>('GET', `/chats/${query}`),
    messagesOf: async (who: PersonName, query = '') =>
      (await testApp.as(who)).json<ChatMessagePage>('GET', `/chats/${chatFixture.chat.id}/messages${query}`),
    async send(who: PersonName, file: File, fields: Record<string, string> = {}) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set('medias', file);
      return (await testApp.as(who)).upload<Answer>(`/chats/${chatFixture.chat.id}/messages`, form);
    },
  };
  return chatFixture;
}
