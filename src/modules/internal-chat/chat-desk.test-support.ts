import { chats } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import type { PersonName } from '@test/support/people.ts';
import { fillCompany, type World } from '@test/support/world.ts';
import type { ChatMessagePage, ChatPage, ChatView, PostedChatMessage } from './internal-chat.views.ts';

export type Answer = ChatView & PostedChatMessage & { error: string };

/** Bia's chat 'Plantão' with Ana, and calls as clients make them. */
export async function openChatDesk() {
  const desk: TestDesk = await createTestDesk();
  const { Vendas } = desk.cast.queueId;
  const world: World = await fillCompany(desk, { company: 'aurora', queueId: Vendas, mark: 'um' });
  const idOf = (name: PersonName) => desk.cast.userId[name];
  const call = async (
    who: PersonName | undefined,
    method: string,
    path: string | number = '',
    body?: unknown,
  ) => (await desk.as(who)).json<Answer>(method, path === '' ? '/chats' : `/chats/${path}`, body);
  const make = (who: PersonName, title: string, names: PersonName[]) =>
    call(who, 'POST', '', { title, users: names.map((name) => ({ id: idOf(name), name })) });
  const chatDesk = {
    desk,
    world,
    idOf,
    call,
    make,
    chat: {} as ChatView,
    async startAnew(): Promise<void> {
      const scope = await desk.systemScope();
      await scope.write((tx) => tx.db.delete(chats));
      chatDesk.chat = (await make('bia', 'Plantão', ['ana'])).body;
    },
    say: (who: PersonName, message: string, more: object = {}) =>
      call(who, 'POST', `${chatDesk.chat.id}/messages`, { message, ...more }),
    listOf: async (who: PersonName, query = '') =>
      (await desk.as(who)).json<ChatPage>('GET', `/chats/${query}`),
    messagesOf: async (who: PersonName, query = '') =>
      (await desk.as(who)).json<ChatMessagePage>('GET', `/chats/${chatDesk.chat.id}/messages${query}`),
    async send(who: PersonName, file: File, fields: Record<string, string> = {}) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set('medias', file);
      return (await desk.as(who)).upload<Answer>(`/chats/${chatDesk.chat.id}/messages`, form);
    },
  };
  return chatDesk;
}
