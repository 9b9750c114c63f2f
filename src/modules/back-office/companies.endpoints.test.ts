import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { companies, logins } from '@db/platform/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { emailOf, type PersonName, setSuper } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import type { CompanyView } from '@/modules/settings/settings.views.ts';
import type { ListedCompanyPage, ListedCompanyView } from './back-office.views.ts';

const PASSWORD = 'uma senha bem comprida';
const COMETA = { name: 'Cometa', email: 'lia@cometa.test', password: PASSWORD };

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
  await setSuper(testApp.kernel, testApp.people, 'davi');
});
afterAll(() => testApp.stop());

type Answer = CompanyView & { error: string; code: string };
const call = async (who: PersonName | undefined, method: string, path: string, body?: unknown) =>
  (await testApp.as(who)).json<Answer>(method, path, body);
const settingOf = ({ settings }: Pick<CompanyView, 'settings'>) =>
  settings.find(({ key }) => key === 'campaignsEnabled')?.value;

const billingDay = async (id: number) =>
  (await testApp.kernel.platform.db.query.companies.findFirst({ where: eq(companies.id, id) }))?.billingDay;

test('a manually moved due date preserves its billing day over short months', async () => {
  const made = await call('davi', 'POST', '/companies', {
    ...{ ...COMETA, name: 'Fim do mês', email: 'fim@mes.test' },
    dueDate: '2026-01-31',
  });
  const { id } = made.body;
  const moves: [dueDate: string | null, kept: number | null][] = [
    ['2026-02-28', 31],
    ['2026-03-31', 31],
    ['2026-04-30', 31],
    ['2026-05-15', 15],
    ['2026-02-28', 28],
    [null, null],
  ];
  for (const [dueDate, saved] of moves) {
    await call('davi', 'PUT', `/companies/${id}`, { dueDate });
    expect([dueDate, await billingDay(id)]).toEqual([dueDate, saved]);
  }
  await call('davi', 'PUT', `/companies/${id}`, { dueDate: '2026-02-28', billingDay: 30 });
  await call('davi', 'PUT', `/companies/${id}`, { name: 'Fim de mês' });
  expect(await billingDay(id)).toBe(30);
});

describe('creating a company', () => {
  test('creates everything including an administrator and default hours', async () => {
    const { status, body } = await call('davi', 'POST', '/companies', {
      ...COMETA,
      ...{ phone: '11999990000', dueDate: '2026-04-10', recurrence: 'MENSAL', campaignsEnabled: false },
      ...{ addressCity: 'São Paulo', billingName: 'Cometa Ltda.' },
    });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        ...{ name: 'Cometa', email: 'lia@cometa.test', status: true, recurrence: 'MENSAL' },
        ...{ dueDate: '2026-04-11T02:59:59.999Z', trialExpiration: null },
        ...{ addressCity: 'São Paulo', billingName: 'Cometa Ltda.', campaignsEnabled: false },
      },
    });
    expect(body.schedules.map(({ startTime, endTime }) => `${startTime}-${endTime}`)).toEqual([
      ...Array(5).fill('08:00-18:00'),
      '08:00-12:00',
      '00:00-00:00',
    ]);
    expect(settingOf(body)).toBe('false');
    const login = await (await testApp.as()).json<{ user: object }>('POST', '/auth/login', COMETA);
    expect(login.body.user).toMatchObject({
      name: 'Cometa',
      profile: 'admin',
      super: false,
      companyId: body.id,
    });
  });

  const DATES: [sent: unknown, stored: string | null][] = [
    ['', null],
    [null, null],
    [undefined, null],
    ['Invalid date', null],
    ['2026-02-31', null],
    [7, null],
    ['2026-05-01T12:00:00Z', '2026-05-01T12:00:00.000Z'],
  ];
  test('has no due date when it is empty or invalid', async () => {
    for (const [index, [dueDate, stored]] of DATES.entries()) {
      const sent = { ...COMETA, name: `Data ${index}`, email: `data${index}@x.test`, dueDate };
      expect([dueDate, (await call('davi', 'POST', '/companies', sent)).body.dueDate]).toEqual([
        dueDate,
        stored,
      ]);
    }
  });

  const bad: [name: string, change: object, status: number, error: string][] = [
    ['no name', { name: ' ' }, 400, 'ERR_COMPANY_INVALID_NAME'],
    ['a letter', { name: 'x' }, 400, 'ERR_COMPANY_INVALID_NAME'],
    ['a name that is there', { name: 'AURORA' }, 400, 'ERR_COMPANY_NAME_ALREADY_EXISTS'],
    ['an e-mail that signs in elsewhere', { email: 'BIA@aurora.test' }, 409, 'ERR_EMAIL_TAKEN'],
    ['no e-mail', { email: '' }, 400, 'Obrigatório'],
    ['no address', { email: 'lia' }, 400, 'E-mail inválido'],
    ['a short password', { password: '1234567' }, 400, 'Muito curto! Use pelo menos 8 caracteres.'],
    ['a common password', { password: 'password1' }, 400, ''],
    ['no such plan', { planId: 987654 }, 404, 'ERR_NO_PLAN_FOUND'],
    ['no such rhythm', { recurrence: 'DIARIA' }, 400, 'Valor inválido'],
  ];
  for (const [name, change, status, error] of bad)
    test(`is rejected and stores nothing: ${name}`, async () => {
      const rows = async () => [
        await testApp.kernel.platform.db.select().from(companies),
        await testApp.kernel.platform.db.select().from(logins),
      ];
      const before = await rows();
      const sent = { ...COMETA, name: 'Nova', email: 'nova@nova.test', ...change };
      const reply = await call('davi', 'POST', '/companies', sent);
      expect(reply.status).toBe(status);
      if (error) expect(reply.body.error).toBe(error);
      expect(await rows()).toEqual(before);
    });

  test('without a password allows no sign-in by password', async () => {
    const { password: _none, ...bare } = COMETA;
    const sent = { ...bare, name: 'Sem senha', email: 'sem@senha.test' };
    const { status, body } = await call('davi', 'POST', '/companies', sent);
    expect(status).toBe(200);
    const { invitation } = body as unknown as { invitation: string };
    expect((await (await testApp.as()).page(new URL(invitation).pathname)).status).toBe(200);
    for (const password of ['mudar123', '123456', 'Sem senha', PASSWORD])
      expect((await call(undefined, 'POST', '/auth/login', { email: sent.email, password })).status).toBe(
        401,
      );
  });
});

describe('updating a company', () => {
  const path = () => `/companies/${testApp.people.companyId.aurora}`;

  test('preserves omitted fields and ignores read-only ones', async () => {
    const before = (await call('davi', 'GET', path())).body;
    const sent = { ...before, phone: '1133334444', plan: null, createdAt: 'x', id: 999, schedules: [] };
    const { status, body } = await call('davi', 'PUT', path(), sent);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { ...before, phone: '1133334444', updatedAt: body.updatedAt },
    });
    expect((await call('davi', 'PUT', path(), { phone: '' })).body).toMatchObject({
      name: 'Aurora',
      phone: '',
    });
  });

  test('enables and disables campaigns at once', async () => {
    const ana = async () => (await call('ana', 'GET', '/campaigns')).status;
    expect(await ana()).toBe(200);
    expect(settingOf((await call('davi', 'PUT', path(), { campaignsEnabled: false })).body)).toBe('false');
    expect(await ana()).toBe(403);
    expect(settingOf((await call('davi', 'PUT', path(), { campaignsEnabled: 'true' })).body)).toBe('true');
    expect(await ana()).toBe(200);
  });

  test('blocks it by closing sockets and refusing access until unblocked', async () => {
    const closed: string[] = [];
    const ana = await testApp.as('ana');
    const { actor } = await testApp.scopeOf('ana');
    if (actor.kind !== 'user') throw new Error('nobody');
    testApp.kernel.hub.add({ actor, deliver: () => undefined, close: (reason) => void closed.push(reason) });
    await call('davi', 'PUT', path(), { status: false });
    expect(closed).toEqual(['expired']);
    expect((await ana.json('GET', '/tags')).body).toMatchObject({ error: 'ERR_COMPANY_DISABLED' });
    const login = { email: emailOf('ana'), password: PASSWORD };
    expect((await call(undefined, 'POST', '/auth/login', login)).body.code).toBe('ERR_COMPANY_DISABLED');
    await call('davi', 'PUT', path(), { status: 't' });
    expect((await ana.json('GET', '/tags')).status).toBe(200);
  });

  test('cannot block one’s own', async () => {
    const own = `/companies/${testApp.people.companyId.boreal}`;
    expect(await call('davi', 'PUT', own, { status: false })).toMatchObject({
      status: 409,
      body: { error: 'ERR_COMPANY_IS_OWN' },
    });
  });

  test('requires a super administrator', async () => {
    for (const who of ['ana', 'bia'] as const)
      for (const [method, where] of [
        ['GET', '/companies'],
        ['GET', '/companies/list'],
        ['GET', '/companiesPlan'],
        ['POST', '/companies'],
        ['PUT', path()],
      ] as const)
        expect((await call(who, method, where, COMETA)).body.error).toBe('ERR_NO_SUPER');
  });
});

describe('company lists', () => {
  test('are sorted by name, searchable and open no database', async () => {
    const list = (await call('davi', 'GET', '/companies/list')).body as unknown as ListedCompanyView[];
    const names = list.map(({ name }) => name);
    expect(names.slice(0, 3)).toEqual(['Aurora', 'Boreal', 'Cometa']);
    expect(list[0]).toMatchObject({ plan: { name: 'Plano 1' }, schedules: [] });
    const page = (await call('davi', 'GET', '/companies?searchParam=COMETA.te'))
      .body as unknown as ListedCompanyPage;
    expect([page.companies.map(({ name }) => name), page.count, page.hasMore]).toEqual([
      ['Cometa'],
      1,
      false,
    ]);
  });

  test('show users of another company to super administrators only', async () => {
    const where = `/users/list?companyId=${testApp.people.companyId.aurora}`;
    const { body } = await call('davi', 'GET', where);
    expect((body as unknown as { name: string }[]).map(({ name }) => name)).toEqual([
      'Ana',
      'Rui',
      'Bia',
      'Caio',
    ]);
    await setSuper(testApp.kernel, testApp.people, 'davi', false);
    expect(await call('davi', 'GET', where)).toMatchObject({ status: 403, body: { error: 'ERR_NO_SUPER' } });
    await setSuper(testApp.kernel, testApp.people, 'davi');
    expect(await call('davi', 'GET', '/users/list?companyId=987654')).toMatchObject({ status: 404 });
  });

  test('show a single company to its users and super administrators', async () => {
    const at = `/companies/${testApp.people.companyId.aurora}`;
    expect((await call('davi', 'GET', at)).body.name).toBe('Aurora');
    expect((await call('bia', 'GET', at)).body.name).toBe('Aurora');
    expect((await call('bia', 'GET', `/companies/${testApp.people.companyId.boreal}`)).status).toBe(404);
    const row = await testApp.kernel.platform.db.query.companies.findFirst({
      where: eq(companies.name, 'Aurora'),
    });
    expect(row?.campaignsEnabled).toBe(true);
  });
});
