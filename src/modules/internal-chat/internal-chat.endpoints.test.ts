import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { companies, plans } from '@db/platform/schema/index.ts';
import { chatMessages, chats, chatUsers, users } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { deleteUser } from '@/modules/users/users.service.ts';
import { openChatFixture } from './chat-fixture.test-support.ts';
import type { ChatView } from './internal-chat.views.ts';

let at: Awaited<ReturnType<typeof openChatFixture>>;

beforeAll(async () => {
  at = await openChatFixture();
});
afterAll(() => at.testApp.stop());
beforeEach(() => at.startAnew());

const membersOf = ({ users: members }: ChatView) => members.map(({ user }) => user.name);

describe('new chat', () => {
  test('contains its owner and each member once', async () => {
    expect(at.chat).toMatchObject({ title: 'Plantão', ownerId: at.idOf('bia'), owner: { name: 'Bia' } });
    expect(membersOf(at.chat)).toEqual(['Bia', 'Ana']);
    const twice = await at.make('bia', 'De novo', ['bia', 'ana', 'ana']);
    expect(membersOf(twice.body)).toEqual(['Bia', 'Ana']);
  });

  const refused: [body: unknown, status: number, error: string][] = [
    [{ title: ' ', users: [{ id: 1 }] }, 400, 'Por favor, preencha o título da conversa.'],
    [{ users: [{ id: 1 }] }, 400, 'Por favor, preencha o título da conversa.'],
    [{ title: 'x' }, 400, 'Por favor, selecione pelo menos um usuário.'],
    [{ title: 'x', users: [] }, 400, 'Por favor, selecione pelo menos um usuário.'],
    [{ title: 'x'.repeat(101), users: [{ id: 1 }] }, 400, 'Muito longo!'],
    [{ title: 'x', users: ['ana'] }, 400, 'Valor inválido'],
    [{ title: 'x', users: [{ id: 987654 }] }, 404, 'ERR_NO_USER_FOUND'],
  ];
  for (const [body, status, error] of refused)
    test(`is refused: ${JSON.stringify(body).slice(0, 40)}`, async () => {
      const reply = await at.call('bia', 'POST', '', body);
      expect({ status: reply.status, error: reply.body.error }).toEqual({ status, error });
    });

  test('needs another member besides its owner', async () => {
    expect((await at.make('bia', 'Só eu', ['bia'])).body.error).toBe(
      'Por favor, selecione pelo menos um usuário.',
    );
  });

  test('cannot add disabled users but keeps existing ones', async () => {
    const scope = await at.testApp.systemScope();
    const disable = (disabledAt: Date | null) =>
      scope.write((tx) =>
        tx.db
          .update(users)
          .set({ disabledAt })
          .where(eq(users.id, at.idOf('ana'))),
      );
    await disable(new Date());
    expect((await at.make('bia', 'Outra', ['ana'])).status).toBe(404);
    const stored = await at.call('bia', 'PUT', at.chat.id, {
      title: 'Nova',
      users: [{ id: at.idOf('ana') }],
    });
    await disable(null);
    expect(membersOf(stored.body)).toEqual(['Bia', 'Ana']);
  });
});

describe('chat list', () => {
  test('contains the user’s chats, latest message first', async () => {
    const other = await at.make('ana', 'Chefia', ['rui', 'bia']);
    expect((await at.listOf('bia')).body.records.map(({ title }) => title)).toEqual(['Chefia', 'Plantão']);
    at.testApp.clock.advance(1000);
    await at.post('ana', 'oi');
    const { body } = await at.listOf('bia');
    expect(body).toMatchObject({ count: 2, hasMore: false });
    expect(body.records.map(({ title }) => title)).toEqual(['Plantão', 'Chefia']);
    for (const record of body.records) expect(membersOf(record)).toContain('Bia');
    expect((await at.listOf('rui')).body.records.map(({ id }) => id)).toEqual([other.body.id]);
    expect((await at.listOf('caio')).body).toEqual({ records: [], count: 0, hasMore: false });
    expect((await at.listOf('davi')).body.records).toEqual([]);
  });

  test('is searched by title and member, with a literal percent sign', async () => {
    await at.make('bia', '50% off', ['rui']);
    const titles = async (search: string) =>
      (await at.listOf('bia', `?searchParam=${encodeURIComponent(search)}`)).body.records.map(
        ({ title }) => title,
      );
    expect(await titles('PLANT')).toEqual(['Plantão']);
    expect(await titles('rui')).toEqual(['50% off']);
    expect(await titles('%')).toEqual(['50% off']);
  });

  test('is paged by number and by cursor', async () => {
    for (let n = 10; n < 34; n += 1) await at.make('bia', `t${n}`, ['ana']);
    const first = (await at.listOf('bia')).body;
    expect(first).toMatchObject({ count: 25, hasMore: true });
    const second = (await at.listOf('bia', '?pageNumber=2')).body;
    expect(second.records).toHaveLength(5);
    const after = (await at.listOf('bia', `?after=${first.records.at(-1)?.id}`)).body;
    expect(after.records).toEqual(second.records);
    expect(second.hasMore).toBe(false);
  });

  test('contains no password and no e-mail, and hides chats from other companies', async () => {
    const text = JSON.stringify((await at.listOf('bia')).body);
    expect(text).not.toMatch(/argon2|password|@aurora/i);
    expect((await at.make('bia', 'x', ['ana'])).status).toBe(200);
    expect((await at.call('davi', 'GET', at.chat.uuid)).body.error).toBe('ERR_NO_CHAT_FOUND');
  });
});

describe('non-member', () => {
  const calls: [method: string, path: (chat: ChatView) => string, body?: unknown][] = [
    ['GET', ({ uuid }) => uuid],
    ['PUT', ({ id }) => `${id}`, { title: 'Meu', users: [{ id: 1 }] }],
    ['DELETE', ({ id }) => `${id}`],
    ['GET', ({ id }) => `${id}/messages`],
    ['POST', ({ id }) => `${id}/messages`, { message: 'olá' }],
    ['POST', ({ id }) => `${id}/read`, {}],
  ];
  for (const [method, path, body] of calls)
    test(`gets 404: ${method} ${path({ id: 1, uuid: 'uuid' } as ChatView)}`, async () => {
      for (const who of ['caio', 'rui', 'davi'] as const) {
        const reply = await at.call(who, method, path(at.chat), body);
        expect({ who, status: reply.status, error: reply.body.error }).toEqual({
          who,
          status: 404,
          error: 'ERR_NO_CHAT_FOUND',
        });
      }
      expect((await at.call(undefined, method, path(at.chat), body)).status).toBe(401);
    });

  test('gets 404 when uploading a file', async () => {
    const reply = await at.send('caio', new File(['x'], 'a.txt', { type: 'text/plain' }));
    expect(reply.status).toBe(404);
  });
});

describe('chat owner', () => {
  test('is the only one who can change and delete the chat', async () => {
    const body = { title: 'Novo nome', users: [{ id: at.idOf('rui') }] };
    expect((await at.call('ana', 'PUT', at.chat.id, body)).body.error).toBe('ERR_NO_PERMISSION');
    expect((await at.call('ana', 'DELETE', at.chat.id)).body.error).toBe('ERR_NO_PERMISSION');
    const changed = await at.call('bia', 'PUT', at.chat.id, body);
    expect(changed.body.title).toBe('Novo nome');
    expect(membersOf(changed.body)).toEqual(['Bia', 'Rui']);
    expect((await at.call('ana', 'GET', at.chat.uuid)).status).toBe(404);
    expect((await at.call('bia', 'DELETE', at.chat.id)).body).toMatchObject({ message: 'Chat deleted' });
    expect((await at.listOf('bia')).body.records).toEqual([]);
  });

  test('keeps unread counts of remaining members after a change', async () => {
    await at.post('bia', 'um');
    const users = [{ id: at.idOf('ana') }, { id: at.idOf('rui') }];
    const { body } = await at.call('bia', 'PUT', at.chat.id, { title: 'Plantão', users });
    const unreads = body.users.map(({ user, unreads: n }) => [user.name, n]);
    expect(unreads).toEqual([
      ['Bia', 0],
      ['Ana', 1],
      ['Rui', 0],
    ]);
  });
});

describe('deleted user', () => {
  const hire = async (name: string): Promise<number> => {
    const email = `${name.toLowerCase()}@aurora.test`;
    const body = { name, email, password: 'uma senha bem comprida' };
    return (await (await at.testApp.as('ana')).json<{ id: number }>('POST', '/users', body)).body.id;
  };
  const dismiss = async (userId: number) => deleteUser(await at.testApp.scopeOf('ana'), { userId });
  const owned = async (ownerId: number): Promise<void> => {
    const scope = await at.testApp.systemScope();
    await scope.write((tx) => tx.db.update(chats).set({ ownerId }).where(eq(chats.id, at.chat.id)));
  };
  const rename = (who: 'ana' | 'bia', title: string, ids: number[]) =>
    at.call(who, 'PUT', at.chat.id, { title, users: ids.map((id) => ({ id })) });

  test('leaves messages, and the chat to its longest member', async () => {
    const lia = await hire('Lia');
    await rename('bia', 'x', [at.idOf('ana'), lia]);
    await owned(lia);
    const scope = await at.testApp.systemScope();
    const words = { chatId: at.chat.id, senderId: lia, senderName: 'Lia Prado', message: 'até logo' };
    await scope.write((tx) => tx.db.insert(chatMessages).values(words));
    await dismiss(lia);
    const { body } = await at.call('ana', 'GET', at.chat.uuid);
    expect([body.ownerId, body.owner?.name, membersOf(body)]).toEqual([
      at.idOf('bia'),
      'Bia',
      ['Bia', 'Ana'],
    ]);
    expect((await at.messagesOf('ana')).body.records).toMatchObject([
      { message: 'até logo', senderId: null, sender: { id: null, name: 'Lia Prado' } },
    ]);
    expect((await rename('bia', 'Sem a Lia', [at.idOf('ana')])).body.title).toBe('Sem a Lia');
    expect((await at.post('ana', 'e agora?')).status).toBe(200);
    expect((await at.call('bia', 'DELETE', at.chat.id)).status).toBe(200);
    expect((await at.listOf('ana')).body.records).toEqual([]);
  });

  test('never passes a chat to a disabled member before active ones', async () => {
    const [lia, leo] = [await hire('Lia'), await hire('Leo')];
    await rename('bia', 'x', [leo, at.idOf('ana')]);
    await owned(leo);
    const scope = await at.testApp.systemScope();
    const disable = (disabledAt: Date | null) =>
      scope.write((tx) =>
        tx.db
          .update(users)
          .set({ disabledAt })
          .where(eq(users.id, at.idOf('bia'))),
      );
    await disable(new Date());
    await dismiss(leo);
    const chat = await scope.db.query.chats.findFirst({ where: eq(chats.id, at.chat.id) });
    await disable(null);
    expect(chat?.ownerId).toBe(at.idOf('ana'));
    await dismiss(lia);
  });

  test('passes a chat to the last member and deletes it with them', async () => {
    const [lia, leo] = [await hire('Lia'), await hire('Leo')];
    await rename('bia', 'x', [lia, leo]);
    await owned(lia);
    const scope = await at.testApp.systemScope();
    await scope.write((tx) => tx.db.delete(chatUsers).where(eq(chatUsers.userId, at.idOf('bia'))));
    await dismiss(lia);
    const left = () => scope.db.query.chats.findFirst({ where: eq(chats.id, at.chat.id) });
    expect(await left()).toMatchObject({ ownerId: leo });
    await dismiss(leo);
    expect(await left()).toBeUndefined();
  });
});

test('an empty chat deleted by its owner is gone for everyone', async () => {
  const bia = await at.testApp.as('bia');
  expect((await bia.page(`/chats/${at.chat.uuid}`)).status).toBe(200);
  expect((await at.call('bia', 'DELETE', at.chat.id)).body).toMatchObject({ message: 'Chat deleted' });
  for (const who of ['bia', 'ana'] as const) {
    expect((await at.listOf(who)).body).toEqual({ records: [], count: 0, hasMore: false });
    expect((await at.post(who, 'oi')).body.error).toBe('ERR_NO_CHAT_FOUND');
    expect((await at.messagesOf(who)).status).toBe(404);
    expect((await at.call(who, 'POST', `${at.chat.id}/read`, {})).status).toBe(404);
  }
  expect((await at.call('bia', 'DELETE', at.chat.id)).body.error).toBe('ERR_NO_CHAT_FOUND');
});

describe('plan without internal chat', () => {
  test('refuses every call and hides mentions and menu entries', async () => {
    const { platform } = at.testApp.kernel;
    const company = await platform.db.query.companies.findFirst({
      where: eq(companies.id, at.testApp.people.companyId.aurora),
    });
    const set = (useInternalChat: boolean) =>
      platform.write((tx) =>
        tx
          .update(plans)
          .set({ useInternalChat })
          .where(eq(plans.id, company?.planId ?? 0)),
      );
    await at.post('bia', '@ana');
    await set(false);
    const refused = [
      await at.call('bia', 'GET'),
      await at.call('bia', 'GET', at.chat.uuid),
      await at.call('bia', 'POST', '', { title: 'x', users: [{ id: at.idOf('ana') }] }),
      await at.call('bia', 'DELETE', at.chat.id),
      await at.post('bia', 'oi'),
      await at.call('bia', 'POST', `${at.chat.id}/read`, {}),
    ];
    const mentions = await at.call('ana', 'GET', 'mentions');
    const page = await (await at.testApp.as('bia')).page('/chats');
    const menu = await (await at.testApp.as('bia')).page('/tags');
    await set(true);
    expect(refused.map(({ body }) => body.error)).toEqual(refused.map(() => 'ERR_FEATURE_NOT_IN_PLAN'));
    expect(mentions.body as object).toEqual({ mentions: [] });
    expect(page.text).toContain('Esta empresa não possui permissão para acessar essa página!');
    expect(menu.text).not.toContain('href="/chats"');
    expect(menu.text).not.toContain('/chats/popover');
  });
});
