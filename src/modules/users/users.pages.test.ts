import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { tickets, userQueues, users } from '@db/tenant/schema/index.ts';
import type { Browser } from '@test/support/app.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { emailOf } from '@test/support/people.ts';
import { fillCompany } from '@test/support/world.ts';
import { eq } from 'drizzle-orm';

let desk: TestDesk;
let ana: Browser;
let bia: number;

beforeAll(async () => {
  desk = await createTestDesk();
  ana = await desk.as('ana');
  bia = desk.cast.userId.bia;
});
afterAll(() => desk.stop());

const LIA = { name: 'Lia', email: 'lia@aurora.test', password: 'uma boa senha longa', profile: 'user' };
const rowOf = async (userId: number) =>
  (await desk.systemScope()).db.query.users.findFirst({ where: eq(users.id, userId) });

describe('the page of people', () => {
  test('is for administrators, as its entry in the menu', async () => {
    expect((await ana.page('/users')).text).toContain('href="/users"');
    for (const name of ['bia', 'rui'] as const) {
      const browser = await desk.as(name);
      expect((await browser.page('/users')).status).toBe(403);
      expect((await browser.page('/tickets')).text).not.toContain('href="/users"');
    }
  });

  test('shows who they are, what they may, and whether they are there', async () => {
    const { text } = await ana.page('/users');
    for (const words of ['Bia', emailOf('bia'), 'Administração', 'Supervisão', 'Atendimento', 'Offline'])
      expect(text).toContain(words);
    for (const action of ['edit', 'delete']) expect(text).toContain(`/users/${bia}/${action}`);
    expect(text).not.toContain(`/users/${desk.cast.userId.ana}/delete`);
    expect(text).not.toMatch(/argon2/);
  });

  test('finds by name and by e-mail, and says so when there is nobody', async () => {
    expect((await ana.part('GET', '/users?searchParam=rui@')).text).toContain('Rui');
    const nobody = await ana.part('GET', '/users?searchParam=zzz');
    expect(nobody.text).toContain('Nenhum registro encontrado');
  });

  test('says what to do to whoever is alone', async () => {
    const words = 'Convide quem vai atender com você';
    expect((await (await desk.as('davi')).page('/users')).text).toContain(words);
    expect((await ana.page('/users')).text).not.toContain(words);
  });

  test('goes on behind its last row, the newest first, each once', async () => {
    const scope = await desk.systemScope('boreal');
    await scope.write(async (tx) => {
      for (let n = 10; n < 55; n += 1)
        await tx.db
          .insert(users)
          .values({ name: `Pessoa ${n}`, email: `p${n}@boreal.test`, passwordHash: 'x', profile: 'user' });
    });
    const davi = await desk.as('davi');
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

describe('the dialog', () => {
  test('comes back with its words, never with the password, and says what is wrong', async () => {
    const { status, text } = await ana.part('POST', '/users', { ...LIA, name: 'L', password: 'segredo' });
    expect(status).toBe(422);
    expect(text.match(/Muito curto!/g)).toHaveLength(2);
    expect(text).toContain('value="lia@aurora.test"');
    expect(text).not.toContain('segredo');
  });

  test('a good one closes it, with a toast and a fresh list', async () => {
    const { status, headers } = await ana.part('POST', '/users', {
      ...LIA,
      queueIds: String(desk.cast.queueId.Vendas),
    });
    expect(status).toBe(204);
    expect(JSON.parse(headers.get('HX-Trigger') ?? '')).toEqual({
      'dialog:close': true,
      toast: { level: 'success', text: 'Usuário criado com sucesso.' },
      'refresh:user': true,
    });
  });

  test('a taken e-mail is said beside the field', async () => {
    const { status, text } = await ana.part('PUT', `/users/${bia}`, { email: emailOf('davi') });
    expect([status, text.includes('Este e-mail já está em uso.')]).toEqual([422, true]);
  });

  test('takes queues away when none is ticked, and keeps a password that is left empty', async () => {
    const before = await rowOf(bia);
    const form = { name: 'Bia', email: emailOf('bia'), password: '', profile: 'user', queueIds: '' };
    const rest = { allTicket: 'true', whatsappId: '', active: 'true' };
    expect((await ana.part('PUT', `/users/${bia}`, { ...form, ...rest })).status).toBe(204);
    const scope = await desk.systemScope();
    expect(await scope.db.select().from(userQueues).where(eq(userQueues.userId, bia))).toEqual([]);
    expect(await rowOf(bia)).toMatchObject({
      allTicket: true,
      passwordHash: before?.passwordHash,
      disabledAt: null,
    });
  });

  test('nobody finds a switch to turn themself off', async () => {
    const own = await ana.part('GET', `/users/${desk.cast.userId.ana}/edit`);
    const other = await ana.part('GET', `/users/${bia}/edit`);
    expect([own.text.includes('name="active"'), other.text.includes('name="active"')]).toEqual([false, true]);
  });

  test('the question before a deletion names the person and their open conversations', async () => {
    const filled = await fillCompany(desk, {
      company: 'aurora',
      queueId: desk.cast.queueId.Vendas,
      mark: 'x',
    });
    const ask = async () => (await ana.part('GET', `/users/${bia}/delete`)).text;
    expect(await ask()).toContain('Nenhum atendimento aberto está com essa pessoa.');
    await (await desk.systemScope()).write((tx) =>
      tx.db.update(tickets).set({ status: 'open', userId: bia }).where(eq(tickets.id, filled.ticketId)),
    );
    const text = await ask();
    expect(text).toContain('Excluir Bia');
    expect(text).toContain('1 atendimento aberto volta a aguardar na fila.');
    expect((await ana.part('DELETE', `/users/${bia}`)).status).toBe(204);
    expect(await rowOf(bia)).toBeUndefined();
  });

  test('the last administrator is refused as a toast', async () => {
    const { status, headers } = await ana.part('PUT', `/users/${desk.cast.userId.ana}`, { profile: 'user' });
    expect(status).toBe(409);
    expect(headers.get('HX-Trigger')).toContain('administra');
  });
});
