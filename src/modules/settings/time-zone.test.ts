import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { companies } from '@db/platform/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { setSuper } from '@test/support/people.ts';
import { type Scenario, testCalls } from '@test/support/scenarios.ts';
import { openScope, type UserActor } from '@/core/scope.ts';
import { today } from '@/core/zoned-time.ts';
import { isTimeZone } from '@/schemas/time-zone.schema.ts';
import { changeSetting } from './settings.service.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
  await setSuper(testApp.kernel, testApp.people, 'davi');
});
afterAll(() => testApp.stop());
beforeEach(() => testApp.kernel.platform.write((tx) => tx.update(companies).set({ timeZone: null })));

const zoneOf = (company: 'aurora' | 'boreal') => testApp.kernel.timeZoneOf(testApp.people.companyId[company]);
const put = { method: 'PUT', path: '/settings/timeZone', body: { value: 'America/Manaus' } };
const REFUSED = { status: 403, contains: { error: 'ERR_NO_PERMISSION' }, events: [] };
const wrong = (value: unknown): Scenario => ({
  ...{ ...put, body: { value } },
  name: `${JSON.stringify(value)} is refused with a sentence`,
  as: 'ana',
  status: 400,
  contains: { fields: { value: 'Este fuso horário não existe. Escolha um da lista, como America/Manaus.' } },
  events: [],
});

describe('PUT /settings/timeZone', () => {
  testCalls(
    () => testApp,
    [
      { ...put, name: 'unauthenticated: 401', status: 401, events: [] },
      { ...put, name: 'an agent may not', as: 'bia', ...REFUSED },
      { ...put, name: 'a supervisor may not', as: 'rui', ...REFUSED },
      {
        ...put,
        name: 'the administrator may, and everybody reads it',
        as: 'ana',
        status: 200,
        contains: { key: 'timeZone', value: 'America/Manaus' },
        events: ['update'],
      },
      ...['Mars/Olympus', '', 'america/manaus', '-04:00', 'Manaus', 'America/Manaus\u0000'].map(wrong),
    ],
    { as: 'bia', channel: 'settings' },
  );

  test('a visitor changes nothing', async () => {
    const { actor, companyId } = await testApp.scopeOf('ana');
    const guest = { ...(actor as UserActor), home: { companyId: testApp.people.companyId.boreal, id: 1 } };
    const scope = await openScope(testApp.kernel, { companyId, actor: guest });
    const change = changeSetting(scope, { key: 'timeZone', value: 'America/Manaus' });
    expect(change).rejects.toMatchObject({ code: 'ERR_READ_ONLY' });
    await change.catch(() => undefined);
    expect(await zoneOf('aurora')).toBe('America/Sao_Paulo');
  });
});

describe('the time zone', () => {
  const change = async (value: string) =>
    changeSetting(await testApp.scopeOf('ana'), { key: 'timeZone', value });

  test('applies to the next unit of work, of this company only', async () => {
    testApp.clock.now = new Date('2026-03-11T03:30:00Z');
    expect(today(await testApp.systemScope())).toBe('2026-03-11');
    await change('America/Manaus');
    expect(today(await testApp.systemScope())).toBe('2026-03-10');
    expect(today(await testApp.systemScope('boreal'))).toBe('2026-03-11');
  });

  test('is the server’s until one is chosen', async () => {
    const elsewhere = await createTestApp({ env: { TZ: 'Europe/Lisbon' } });
    expect((await elsewhere.systemScope()).timeZone).toBe('Europe/Lisbon');
    await elsewhere.stop();
  });

  test('is read once, not for every message', async () => {
    await testApp.systemScope();
    const read = spyOn(testApp.kernel.platform.db.query.companies, 'findFirst');
    for (let n = 0; n < 5; n += 1) await testApp.systemScope();
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
  });

  test('stands in the history with its old and new name', async () => {
    await change('Atlantic/Azores');
    await testApp.settle();
    const { text } = await (await testApp.as('ana')).page('/settings/history');
    expect(text).toContain('America/Sao_Paulo → Atlantic/Azores');
  });
});

describe('the settings page', () => {
  test('offers the zones of Brazil first, then the near ones, then all', async () => {
    await changeSetting(await testApp.scopeOf('ana'), { key: 'timeZone', value: 'America/Rio_Branco' });
    testApp.clock.now = new Date('2026-03-10T15:00:00Z');
    const { text } = await (await testApp.as('ana')).page('/settings');
    const offered = [...text.matchAll(/<option value="([A-Z]\w+\/[^"]+)"/g)].map(([, zone]) => zone);
    expect(offered.slice(0, 2)).toEqual(['America/Sao_Paulo', 'America/Manaus']);
    expect(offered.indexOf('Europe/Lisbon')).toBeLessThan(offered.indexOf('Africa/Abidjan'));
    expect(new Set(offered).size).toBe(offered.length);
    expect(text).toContain('<option value="America/Rio_Branco" selected="">America/Rio Branco</option>');
    expect(text).toContain('A hora atual neste fuso é 10:00.');
  });

  test('is loaded again after a change', async () => {
    const reply = await (await testApp.as('ana')).part('PUT', put.path, put.body);
    expect([reply.status, reply.headers.get('HX-Refresh')]).toEqual([204, 'true']);
    expect((await (await testApp.as('bia')).page('/tickets')).text).toContain(
      'data-time-zone="America/Manaus"',
    );
  });
});

test('a live refresh leaves the toast to the page that is loaded next', async () => {
  const browser = await testApp.as('ana');
  const Cookie = `sid=${browser.cookie}; __Host-sid=${browser.cookie}; flash=success%20settings:toast.updated`;
  const shown = async (more: Record<string, string>) => {
    const reply = await browser.raw('/settings', { headers: { Accept: 'text/html', Cookie, ...more } });
    expect(reply.status).toBe(200);
    return [
      (await reply.text()).includes('Operação atualizada com sucesso.'),
      (reply.headers.get('Set-Cookie') ?? '').includes('flash='),
    ];
  };
  expect(await shown({ 'HX-Request': 'true' })).toEqual([false, false]);
  expect(await shown({})).toEqual([true, true]);
});

test('the super administrator chooses it in the company’s form', async () => {
  const path = `/settings/companies/${testApp.people.companyId.aurora}`;
  const browser = await testApp.as('davi');
  const form = { name: 'Aurora', email: 'ana@aurora.test', timeZone: 'America/Noronha' };
  expect((await browser.part('PUT', path, form)).status).toBe(204);
  expect(await zoneOf('aurora')).toBe('America/Noronha');
  expect((await browser.page(path)).text).toContain('<option value="America/Noronha" selected="">');
  const refused = await browser.part('PUT', path, { ...form, timeZone: 'Mars/Olympus' });
  expect([refused.status, refused.text]).toEqual([
    422,
    expect.stringContaining('Este fuso horário não existe.'),
  ]);
  await browser.part('PUT', path, { ...form, timeZone: '' });
  expect(await zoneOf('aurora')).toBe('America/Sao_Paulo');
});

test('zone names are IANA names from the list', () => {
  for (const name of ['America/Manaus', 'America/Sao_Paulo', 'Europe/Lisbon', 'UTC'])
    expect([name, isTimeZone(name)]).toEqual([name, true]);
  for (const name of ['', 'Mars/Olympus', '-03:00', 'america/manaus', 'America/Manaus ', '__proto__'])
    expect([name, isTimeZone(name)]).toEqual([name, false]);
});
