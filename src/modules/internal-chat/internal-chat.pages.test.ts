import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { type Fixtures, fillCompany } from '@test/support/fixtures.ts';
import type { PersonName } from '@test/support/people.ts';
import { listChatMessages } from './chat-messages.queries.ts';
import { ChatForm } from './internal-chat.schema.ts';
import { createChat } from './internal-chat.service.ts';
import type { ChatView } from './internal-chat.views.ts';

let testApp: TestApp;
let fixtures: Fixtures;
let chat: ChatView;

beforeAll(async () => {
  testApp = await createTestApp();
  fixtures = await fillCompany(testApp, {
    company: 'aurora',
    queueId: testApp.people.queueId.Vendas,
    mark: 'um',
  });
  const users = [testApp.people.userId.ana];
  chat = await createChat(await testApp.scopeOf('bia'), { title: '<b>Plantão</b>', users });
});
afterAll(() => testApp.stop());

const page = async (who: PersonName | undefined, path: string) => (await testApp.as(who)).page(path);
const part = async (who: PersonName, method: string, path: string, body?: Record<string, string>) =>
  (await testApp.as(who)).part(method, path, body);

describe('chats page', () => {
  test('redirects to login without a session', async () => {
    expect((await page(undefined, '/chats')).status).toBe(303);
  });

  test('shows the user’s own chats and escapes titles', async () => {
    const { text } = await page('ana', '/chats');
    expect(text).toContain('&lt;b&gt;Plantão&lt;/b&gt;');
    expect((await page('caio', '/chats')).text).not.toContain('Plantão');
  });

  test('opens a chat for its members only', async () => {
    expect((await page('ana', `/chats/${chat.uuid}`)).status).toBe(200);
    expect((await page('caio', `/chats/${chat.uuid}`)).status).toBe(404);
    expect((await page('davi', `/chats/${chat.uuid}`)).status).toBe(404);
  });

  test('is in the menu and top bar with an unread badge', async () => {
    const ana = await testApp.as('ana');
    await (await testApp.as('bia')).json('POST', `/chats/${chat.id}/messages`, { message: 'oi' });
    const { text } = await ana.page('/tags');
    expect(text).toContain('href="/chats"');
    const [opener = ''] = text.match(/<button[^>]*top-chatsPopover.*?<\/button>/s) ?? [];
    expect(opener).not.toContain('aria-label');
    expect(opener.replace(/<[^>]*>/g, ' ').trim()).toMatch(/^Chat interno\s+1$/);
    const badge = (key: string) => ana.part('GET', `/menu/${key}/badge`);
    expect((await badge('chats')).text).toContain('>1<');
    expect((await badge('chatsPopover')).text).toContain('>1<');
    expect((await part('bia', 'GET', '/menu/chats/badge')).text).not.toContain('badge-primary');
    expect((await ana.part('GET', '/chats/popover')).text).toContain(`/chats/${chat.uuid}`);
  });
});

describe('chat dialog', () => {
  test('returns values and the specification’s messages for invalid input', async () => {
    const reply = await part('bia', 'POST', '/chats', { title: ' ' });
    expect(reply.status).toBe(422);
    expect(reply.text).toContain('Por favor, preencha o título da conversa.');
    const nobody = await part('bia', 'POST', '/chats', { title: 'Só um título' });
    expect(nobody.status).toBe(422);
    expect(nobody.text).toContain('Por favor, selecione pelo menos um usuário.');
    expect(nobody.text).toContain('value="Só um título"');
  });

  test('creates a chat and opens it', async () => {
    const reply = await part('bia', 'POST', '/chats', {
      title: 'Novo',
      userIds: `${testApp.people.userId.ana}`,
    });
    expect(reply.status).toBe(204);
    expect(reply.headers.get('HX-Trigger')).toContain('chat:open');
  });

  test('with one colleague needs no title: the names of both are it', async () => {
    const { ana, rui } = testApp.people.userId;
    const alone = await part('bia', 'POST', '/chats', { title: ' ', userIds: `${ana}` });
    expect(alone.status).toBe(204);
    expect((await part('bia', 'GET', '/chats/popover')).text).toContain('Ana, Bia');
    expect(ChatForm.safeParse({ title: '', userIds: [ana, rui] }).success).toBe(false);
  });

  test('for changing and deleting is for the owner only', async () => {
    for (const path of [`/chats/${chat.id}/edit`, `/chats/${chat.id}/delete`]) {
      expect((await part('bia', 'GET', path)).status).toBe(200);
      expect((await part('ana', 'GET', path)).status).toBe(403);
      expect((await part('caio', 'GET', path)).status).toBe(404);
    }
  });
});

describe('sharing a ticket', () => {
  test('is offered in the drawer and posts it to a chat', async () => {
    const drawer = await part('bia', 'GET', `/tickets/${fixtures.uuid}/drawer`);
    expect(drawer.text).toContain(`/tickets/${fixtures.uuid}/share`);
    expect((await part('bia', 'GET', `/tickets/${fixtures.uuid}/share`)).text).toContain('Plantão');
    const body = { chatId: String(chat.id), message: 'alguém vê?' };
    expect((await part('bia', 'POST', `/tickets/${fixtures.uuid}/share`, body)).status).toBe(204);
    const { records } = await listChatMessages(await testApp.scopeOf('ana'), {
      chatId: chat.id,
      pageNumber: 1,
    });
    expect(records.at(-1)).toMatchObject({ ticketId: fixtures.ticketId, message: 'alguém vê?' });
  });

  test('is refused for invisible tickets and foreign chats', async () => {
    expect((await part('caio', 'GET', `/tickets/${fixtures.uuid}/share`)).status).toBe(404);
    const others = await createChat(await testApp.scopeOf('ana'), {
      title: 'Chefia',
      users: [testApp.people.userId.rui],
    });
    const body = { chatId: String(others.id), message: '' };
    expect((await part('bia', 'POST', `/tickets/${fixtures.uuid}/share`, body)).status).toBe(404);
  });
});
