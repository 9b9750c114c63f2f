import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import type { PersonName } from '@test/support/people.ts';
import { fillCompany, type World } from '@test/support/world.ts';
import { listChatMessages } from './chat-messages.queries.ts';
import { createChat } from './internal-chat.service.ts';
import type { ChatView } from './internal-chat.views.ts';

let desk: TestDesk;
let world: World;
let chat: ChatView;

beforeAll(async () => {
  desk = await createTestDesk();
  world = await fillCompany(desk, { company: 'aurora', queueId: desk.cast.queueId.Vendas, mark: 'um' });
  const users = [desk.cast.userId.ana];
  chat = await createChat(await desk.scopeOf('bia'), { title: '<b>Plantão</b>', users });
});
afterAll(() => desk.stop());

const page = async (who: PersonName | undefined, path: string) => (await desk.as(who)).page(path);
const part = async (who: PersonName, method: string, path: string, body?: Record<string, string>) =>
  (await desk.as(who)).part(method, path, body);

describe('the page', () => {
  test('leads a stranger to the login', async () => {
    expect((await page(undefined, '/chats')).status).toBe(303);
  });

  test('shows the chats of the reader, with hostile words as words', async () => {
    const { text } = await page('ana', '/chats');
    expect(text).toContain('&lt;b&gt;Plantão&lt;/b&gt;');
    expect((await page('caio', '/chats')).text).not.toContain('Plantão');
  });

  test('of one chat is for who is in it', async () => {
    expect((await page('ana', `/chats/${chat.uuid}`)).status).toBe(200);
    expect((await page('caio', `/chats/${chat.uuid}`)).status).toBe(404);
    expect((await page('davi', `/chats/${chat.uuid}`)).status).toBe(404);
  });

  test('is in the menu and in the top bar, with what nobody has read', async () => {
    const ana = await desk.as('ana');
    await (await desk.as('bia')).json('POST', `/chats/${chat.id}/messages`, { message: 'oi' });
    expect((await ana.page('/tags')).text).toContain('href="/chats"');
    const badge = (key: string) => ana.part('GET', `/menu/${key}/badge`);
    expect((await badge('chats')).text).toContain('>1<');
    expect((await badge('chatsPopover')).text).toContain('>1<');
    expect((await part('bia', 'GET', '/menu/chats/badge')).text).not.toContain('badge-primary');
    expect((await ana.part('GET', '/chats/popover')).text).toContain(`/chats/${chat.uuid}`);
  });
});

describe('the dialog', () => {
  test('comes back with its values and the sentences of the specification', async () => {
    const reply = await part('bia', 'POST', '/chats', { title: ' ' });
    expect(reply.status).toBe(422);
    expect(reply.text).toContain('Por favor, preencha o título da conversa.');
    const nobody = await part('bia', 'POST', '/chats', { title: 'Só um título' });
    expect(nobody.status).toBe(422);
    expect(nobody.text).toContain('Por favor, selecione pelo menos um usuário.');
    expect(nobody.text).toContain('value="Só um título"');
  });

  test('makes a chat and opens it', async () => {
    const reply = await part('bia', 'POST', '/chats', { title: 'Novo', userIds: `${desk.cast.userId.ana}` });
    expect(reply.status).toBe(204);
    expect(reply.headers.get('HX-Trigger')).toContain('chat:open');
  });

  test('to change and to delete it is for its owner', async () => {
    for (const path of [`/chats/${chat.id}/edit`, `/chats/${chat.id}/delete`]) {
      expect((await part('bia', 'GET', path)).status).toBe(200);
      expect((await part('ana', 'GET', path)).status).toBe(403);
      expect((await part('caio', 'GET', path)).status).toBe(404);
    }
  });
});

describe('sharing a ticket', () => {
  test('is offered in its drawer and puts it into a chat', async () => {
    const drawer = await part('bia', 'GET', `/tickets/${world.uuid}/drawer`);
    expect(drawer.text).toContain(`/tickets/${world.uuid}/share`);
    expect((await part('bia', 'GET', `/tickets/${world.uuid}/share`)).text).toContain('Plantão');
    const body = { chatId: String(chat.id), message: 'alguém vê?' };
    expect((await part('bia', 'POST', `/tickets/${world.uuid}/share`, body)).status).toBe(204);
    const { records } = await listChatMessages(await desk.scopeOf('ana'), { chatId: chat.id, pageNumber: 1 });
    expect(records.at(-1)).toMatchObject({ ticketId: world.ticketId, message: 'alguém vê?' });
  });

  test('is not for who may not see it, nor into a chat of others', async () => {
    expect((await part('caio', 'GET', `/tickets/${world.uuid}/share`)).status).toBe(404);
    const others = await createChat(await desk.scopeOf('ana'), {
      title: 'Chefia',
      users: [desk.cast.userId.rui],
    });
    const body = { chatId: String(others.id), message: '' };
    expect((await part('bia', 'POST', `/tickets/${world.uuid}/share`, body)).status).toBe(404);
  });
});
