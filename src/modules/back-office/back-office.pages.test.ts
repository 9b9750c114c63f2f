import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { companies } from '@db/platform/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { setSuper } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
  await setSuper(testApp.kernel, testApp.people, 'davi');
});
afterAll(() => testApp.stop());

const page = async (path: string) => (await testApp.as('davi')).page(path);
const part = async (method: string, path: string, body?: Record<string, string>) =>
  (await testApp.as('davi')).part(method, path, body);
const setDue = (dueDate: Date | null) =>
  testApp.kernel.platform.write((tx) =>
    tx.update(companies).set({ dueDate }).where(eq(companies.id, testApp.people.companyId.aurora)),
  );
const toastOf = ({ headers }: { headers: Headers }) => headers.get('HX-Trigger') ?? '';

describe('back-office tabs', () => {
  test('require a super administrator and redirect others home', async () => {
    for (const path of ['/settings/companies', '/settings/companies/new', '/settings/plans']) {
      expect((await page(path)).text).toContain('Cadastrar empresa');
      const refused = await (await testApp.as('ana')).page(path);
      expect([refused.status, refused.headers.get('Refresh')]).toEqual([403, '1; url=/']);
    }
    expect((await (await testApp.as('ana')).page('/settings')).text).not.toContain('/settings/companies');
    expect((await page('/platform')).text).toContain('/settings/plans');
  });
});

describe('company list', () => {
  /** Spec part 1 §9; the day is the platform's (São Paulo), where 15:00 UTC is noon of the 10th. */
  const DAYS: [day: string, look: string, words: string][] = [
    ['2026-03-16', '', 'Vence em 6 dias'],
    ['2026-03-15', 'due-soon', 'Vence em 5 dias'],
    ['2026-03-14', 'due-near', 'Vence em 4 dias'],
    ['2026-03-11', 'due-near', 'Vence em 1 dia'],
    ['2026-03-10', 'due-near', 'Vence hoje'],
    ['2026-03-07', 'due-near', 'Vencida há 3 dias'],
    ['2026-03-06', 'due-late', 'Vencida há 4 dias'],
    ['2026-03-05', 'due-late', 'Vencida há 5 dias'],
    ['2026-01-09', 'due-late', 'Vencida há 60 dias'],
  ];
  for (const [day, tone, words] of DAYS)
    test(`${words}: ${tone || 'no colour'}`, async () => {
      await setDue(new Date(`${day}T18:00:00Z`));
      const { text } = await part('GET', '/settings/companies?searchParam=aurora');
      expect(text).toContain(words);
      expect(/<tr[^>]*class="(due-\w+)"/.exec(text)?.[1] ?? '').toBe(tone);
      await setDue(null);
    });

  test('is searched and sorted with open-ended companies last', async () => {
    await setDue(new Date('2026-09-01T12:00:00Z'));
    const names = async (query: string) =>
      [
        ...(await part('GET', `/settings/companies?${query}`)).text.matchAll(
          /link-hover[^>]*><span[^>]*>([^<]+)</g,
        ),
      ].map(([, name]) => name);
    expect(await names('')).toEqual(['Aurora', 'Boreal']);
    expect(await names('searchParam=BORE')).toEqual(['Boreal']);
    const boreal = eq(companies.id, testApp.people.companyId.boreal);
    expect(await names('order=dueDate')).toEqual(['Aurora', 'Boreal']);
    await setDue(null);
    const soon = new Date('2026-04-01T12:00:00Z');
    await testApp.kernel.platform.write((tx) => tx.update(companies).set({ dueDate: soon }).where(boreal));
    expect(await names('order=dueDate')).toEqual(['Boreal', 'Aurora']);
    expect(await names(`order=dueDate&after=${testApp.people.companyId.boreal}`)).toEqual(['Aurora']);
    expect(await names(`after=${testApp.people.companyId.aurora}`)).toEqual(['Boreal']);
    await testApp.kernel.platform.write((tx) => tx.update(companies).set({ dueDate: null }).where(boreal));
  });
});

describe('company form', () => {
  const from = async (query: string) =>
    (await part('GET', `/settings/companies/next-due-date?${query}`)).text;
  const shownIn = (text: string, name: string) =>
    new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(text)?.[1] ?? '';
  const plusDueDate = async (query: string, times: number) => {
    const days: string[] = [];
    let [dueDate, billingDay] = ['2026-01-31', ''];
    for (let n = 0; n < times; n += 1) {
      const text = await from(`${query}&dueDate=${dueDate}&billingDay=${billingDay}`);
      [dueDate, billingDay] = [shownIn(text, 'dueDate'), shownIn(text, 'billingDay')];
      days.push(dueDate);
    }
    return days;
  };

  test('advances the due date by the recurrence and preserves the billing day', async () => {
    expect(await plusDueDate('recurrence=MENSAL', 3)).toEqual(['2026-02-28', '2026-03-31', '2026-04-30']);
    expect(await plusDueDate('recurrence=TRIMESTRAL', 2)).toEqual(['2026-04-30', '2026-07-31']);
    expect(await from('dueDate=2026-02-28&billingDay=31&recurrence=MENSAL')).not.toContain('Vence todo dia');
    expect(await from('dueDate=2026-03-31&billingDay=31&recurrence=MENSAL')).toContain('Vence todo dia 31');
    expect(await from('dueDate=&recurrence=MENSAL')).toContain('value="2026-04-10"');
    expect(await from('dueDate=2026-03-10&recurrence=')).toContain('Escolha a recorrência');
  });

  test('creates and updates companies and shows errors at their fields', async () => {
    const sent = { name: 'Estrela', email: 'lia@estrela.test', dueDate: '2026-03-31', recurrence: 'MENSAL' };
    const twice = await part('POST', '/settings/companies', { ...sent, name: 'Aurora', status: 'true' });
    expect(twice.status).toBe(422);
    expect(twice.text).toContain('Já existe uma empresa com este nome.');
    expect(twice.text).toContain('value="lia@estrela.test"');
    expect(toastOf(twice)).toContain('Verifique se j\\u00e1 existe uma empresa com o mesmo nome');
    const made = await part('POST', '/settings/companies', { ...sent, status: 'true' });
    const path = made.headers.get('HX-Redirect') ?? '';
    expect(path).toMatch(/^\/settings\/companies\/\d+$/);
    const shown = (await page(path)).text;
    expect(shown).toContain('value="2026-03-31"');
    const flashOf = ({ headers }: typeof made) => decodeURIComponent(headers.get('Set-Cookie') ?? '');
    expect(flashOf(made)).toContain('success common:toast.success');
    const free = { ...sent, name: 'Lua', email: 'lia@lua.test', dueDate: '', status: 'true' };
    expect(flashOf(await part('POST', '/settings/companies', free))).toContain(
      'warning backOffice:company.neverBilled',
    );
    const link = /name="invitation"[^>]*value="([^"]+)"|value="([^"]+)"[^>]*name="invitation"/.exec(shown);
    const invited = new URL(link?.[1] ?? link?.[2] ?? '').pathname;
    expect((await (await testApp.as()).page(invited)).status).toBe(200);
    const changed = await part('PUT', path, { ...sent, dueDate: '', campaignsEnabled: 'false' });
    expect([changed.status, toastOf(changed)]).toEqual([
      204,
      expect.stringContaining('Opera\\u00e7\\u00e3o realizada'),
    ]);
    const { text } = await page(path);
    expect(text).toContain('name="dueDate" value=""');
  });

  test('sets a user’s new password and ends their sessions', async () => {
    const { aurora } = testApp.people.companyId;
    const path = `/settings/companies/${aurora}/people`;
    expect((await part('GET', path)).text).toContain('Bia – bia@aurora.test');
    const bia = await testApp.as('bia');
    const userId = String(testApp.people.userId.bia);
    expect((await part('PUT', path, { userId, password: 'curta' })).status).toBe(422);
    const password = 'outra senha bem comprida';
    expect((await part('PUT', path, { userId, password })).status).toBe(204);
    expect((await bia.json('GET', '/tags')).status).toBe(401);
    const login = await (await testApp.as()).json('POST', '/auth/login', {
      email: 'bia@aurora.test',
      password,
    });
    expect(login.status).toBe(200);
  });
});

describe('plans', () => {
  test('start with limits of one where 0 forbids and explain the 0', async () => {
    const { text } = await part('GET', '/settings/plans/new');
    const value = (name: string) =>
      /value="([^"]*)"/.exec(new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(text)?.[0] ?? '')?.[1];
    expect(['users', 'connections', 'queues'].map(value)).toEqual(['1', '1', '1']);
    expect(['campaigns', 'schedules'].map(value)).toEqual(['0', '0']);
    expect(text.split('0: nenhum').length - 1).toBe(3);
  });

  test('are edited in a dialog that shows errors', async () => {
    const sent = { name: 'Equipe', users: '5', value: '1.049,90', useKanban: 'false', useInternal: 'true' };
    expect((await part('POST', '/settings/plans', sent)).status).toBe(204);
    const again = await part('POST', '/settings/plans', sent);
    expect(again.status).toBe(422);
    expect(again.text).toContain('Já existe um plano com este nome.');
    expect(toastOf(again)).toContain('Verifique se j\\u00e1 existe um plano com o mesmo nome');
    const first = (await testApp.kernel.platform.db.query.plans.findFirst())?.id;
    const { text } = await part('GET', '/settings/plans');
    expect((await part('GET', `/settings/plans?after=${first}`)).text).not.toContain('1.049,90');
    expect(text).toContain('1.049,90');
    expect(text).toContain('Público');
  });

  test('in use cannot be deleted and the reason is shown', async () => {
    const { planId } = (await testApp.kernel.platform.db.query.companies.findFirst()) ?? {};
    expect((await part('GET', `/settings/plans/${planId}/delete`)).text).toContain(
      'Deseja realmente excluir esse registro?',
    );
    const refused = await part('DELETE', `/settings/plans/${planId}`);
    expect([refused.status, toastOf(refused)]).toEqual([
      409,
      expect.stringContaining('Empresas que usam este plano: 2'),
    ]);
  });

  test('show the specified error texts when the platform database fails', async () => {
    const { client } = testApp.kernel.platform;
    await client.execute('ALTER TABLE plans RENAME TO gone');
    const list = await part('GET', '/settings/plans');
    expect([list.status, toastOf(list)]).toEqual([
      500,
      expect.stringContaining('N\\u00e3o foi poss\\u00edvel carregar a lista de registros'),
    ]);
    const deleted = await part('DELETE', '/settings/plans/1');
    expect(toastOf(deleted)).toContain('N\\u00e3o foi poss\\u00edvel realizar a opera');
    await client.execute('ALTER TABLE gone RENAME TO plans');
  });
});
