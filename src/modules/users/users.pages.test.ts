import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { tickets, userQueues, users } from '@db/tenant/schema/index.ts';
import type { Browser } from '@test/support/app.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { fillCompany } from '@test/support/fixtures.ts';
import { emailOf } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';

let testApp: TestApp;
let ana: Browser;
let bia: number;

beforeAll(async () => {
  testApp = await createTestApp();
  ana = await testApp.as('ana');
  bia = testApp.people.userId.bia;
});
afterAll(() => testApp.stop());

const LIA = { name: 'Lia', email: 'lia@aurora.test', password: 'uma boa senha longa', profile: 'user' };
const rowOf = async (userId: number) =>
  (await testApp.systemScope()).db.query.users.findFirst({ where: eq(users.id, userId) });

describe('users page', () => {
  test('is open to administrators only, like its menu entry', async () => {
    expect((await ana.page('/users')).text).toContain('href="/users"');
    for (const name of ['bia', 'rui'] as const) {
      const browser = await testApp.as(name);
      expect((await browser.page('/users')).status).toBe(403);
      expect((await browser.page('/tickets')).text).not.toContain('href="/users"');
    }
  });

  test('shows names, profiles, online state and allowed actions', async () => {
    const { text } = await ana.page('/users');
    for (const words of ['Bia', emailOf('bia'), 'Administrador', 'Supervisor', 'Atendente', 'Offline'])
      expect(text).toContain(words);
    for (const action of ['edit', 'delete']) expect(text).toContain(`/users/${bia}/${action}`);
    expect(text).not.toContain(`/users/${testApp.people.userId.ana}/delete`);
    expect(text).not.toMatch(/argon2/);
  });

  test('marks active agents without a queue who see no waiting ticket', async () => {
    const scope = await testApp.systemScope();
    const people: [name: string, more: Partial<typeof users.$inferInsert>][] = [
      ['Solta', {}],
      ['Vê todos', { allTicket: true }],
      ['Saiu', { disabledAt: new Date() }],
      ['Chefe', { profile: 'supervisor' }],
    ];
    await scope.write(async (tx) => {
      for (const [name, more] of people)
        await tx.db
          .insert(users)
          .values({ name, email: `${name}@loja.test`, passwordHash: 'x', profile: 'user', ...more });
    });
    const marked = async () =>
      [...(await ana.part('GET', '/users')).text.matchAll(/<tr.*?<\/tr>/gs)]
        .filter(([row]) => row.includes('Sem fila'))
        .map(([row]) => people.find(([name]) => row.includes(name))?.[0]);
    expect(await marked()).toEqual(['Solta']);
    await scope.write((tx) => tx.db.delete(users).where(eq(users.passwordHash, 'x')));
  });

  test('searches by name and e-mail and shows a message when nothing is found', async () => {
    expect((await ana.part('GET', '/users?searchParam=rui@')).text).toContain('Rui');
    const nobody = await ana.part('GET', '/users?searchParam=zzz');
    expect(nobody.text).toContain('Nenhum registro encontrado');
  });

  test('shows an invitation hint to the only user of a company', async () => {
    const words = 'Convide as pessoas que vão atender com você';
    expect((await (await testApp.as('davi')).page('/users')).text).toContain(words);
    expect((await ana.page('/users')).text).not.toContain(words);
  });

  test('loads further pages, newest first, without duplicates', async () => {
    const scope = await testApp.systemScope('boreal');
    await scope.write(async (tx) => {
      for (let n = 10; n < 55; n += 1)
        await tx.db
          .insert(users)
          .values({ name: `Pessoa ${n}`, email: `p${n}@boreal.test`, passwordHash: 'x', profile: 'user' });
    });
    const davi = await testApp.as('davi');
    const seen: string[] = [];
    let next: string | undefined = '/users';
    for (let pages = 0; next && pages < 9; pages += 1) {
      const { text } = await davi.part('GET', next);
      seen.push(...[...text.matchAll(/>(Pessoa \d+|Davi)</g)].map(([, name = '']) => name));
      next = /hx-get="(\/users\?[^"]*after=[^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    }
    expect([seen.length, new Set(seen).size]).toEqual([46, 46]);
  });
});

describe('user dialog', () => {
  test('redisplays an invalid form with its values and errors but without the password', async () => {
    const { status, text } = await ana.part('POST', '/users', { ...LIA, name: 'L', password: 'segredo' });
    expect(status).toBe(422);
    expect(text.match(/Muito curto!/g)).toHaveLength(2);
    expect(text).toContain('value="lia@aurora.test"');
    expect(text).not.toContain('segredo');
  });

  test('closes with a toast and refreshes the list after a valid submission', async () => {
    const { status, headers } = await ana.part('POST', '/users', {
      ...LIA,
      queueIds: String(testApp.people.queueId.Vendas),
    });
    expect(status).toBe(204);
    expect(JSON.parse(headers.get('HX-Trigger') ?? '')).toEqual({
      'dialog:close': true,
      toast: { level: 'success', text: 'Usuário criado com sucesso.' },
      'refresh:user': true,
    });
  });

  test('shows a duplicate e-mail error beside the field', async () => {
    const { status, text } = await ana.part('PUT', `/users/${bia}`, { email: emailOf('davi') });
    expect([status, text.includes('Este e-mail já está em uso. Informe outro.')]).toEqual([422, true]);
  });

  test('removes queues when none is checked and leaves an empty password unchanged', async () => {
    const before = await rowOf(bia);
    const form = { name: 'Bia', email: emailOf('bia'), password: '', profile: 'user', queueIds: '' };
    const rest = { allTicket: 'true', whatsappId: '', active: 'true' };
    expect((await ana.part('PUT', `/users/${bia}`, { ...form, ...rest })).status).toBe(204);
    const scope = await testApp.systemScope();
    expect(await scope.db.select().from(userQueues).where(eq(userQueues.userId, bia))).toEqual([]);
    expect(await rowOf(bia)).toMatchObject({
      allTicket: true,
      passwordHash: before?.passwordHash,
      disabledAt: null,
    });
  });

  test('hides the active switch for the user’s own account', async () => {
    const own = await ana.part('GET', `/users/${testApp.people.userId.ana}/edit`);
    const other = await ana.part('GET', `/users/${bia}/edit`);
    expect([own.text.includes('name="active"'), other.text.includes('name="active"')]).toEqual([false, true]);
  });

  test('names the user and their open tickets in the delete confirmation', async () => {
    const filled = await fillCompany(testApp, {
      company: 'aurora',
      queueId: testApp.people.queueId.Vendas,
      mark: 'x',
    });
    const ask = async () => (await ana.part('GET', `/users/${bia}/delete`)).text;
    expect(await ask()).toContain('Esta pessoa não tem atendimentos abertos.');
    await (await testApp.systemScope()).write((tx) =>
      tx.db.update(tickets).set({ status: 'open', userId: bia }).where(eq(tickets.id, filled.ticketId)),
    );
    const text = await ask();
    expect(text).toContain('Excluir Bia');
    expect(text).toContain('1 atendimento aberto volta a aguardar na fila.');
    expect((await ana.part('DELETE', `/users/${bia}`)).status).toBe(204);
    expect(await rowOf(bia)).toBeUndefined();
  });

  test('shows a toast when the last administrator would be removed', async () => {
    const { status, headers } = await ana.part('PUT', `/users/${testApp.people.userId.ana}`, {
      profile: 'user',
    });
    expect(status).toBe(409);
    expect(headers.get('HX-Trigger')).toContain('administra');
  });
});
