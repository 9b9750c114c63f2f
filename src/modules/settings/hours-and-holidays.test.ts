import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { auditEntries, holidays, settings } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { setSuper } from '@test/support/people.ts';
import { type Scenario, testCalls } from '@test/support/scenarios.ts';
import { eq } from 'drizzle-orm';
import { DEFAULT_HOURS } from '@/schemas/service-hours.schema.ts';
import { getCompanyHours } from './company-hours.queries.ts';
import { changeCompanyHours } from './company-hours.service.ts';
import { historyOf } from './history.test-support.ts';
import { addSuggested, suggestHolidays } from './holidays.service.ts';
import { changeSetting } from './settings.service.ts';
import type { CompanyView, HolidayView } from './settings.views.ts';

let testApp: TestApp;
let christmas: number;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  christmas = await (await testApp.systemScope()).write(async (tx) => {
    await tx.db.delete(settings).where(eq(settings.key, 'companyHours'));
    await tx.db.delete(auditEntries);
    await tx.db.delete(holidays);
    const values = { id: 41, name: 'Natal', day: '2020-12-25', isYearly: true };
    await tx.db.insert(holidays).values(values);
    return values.id;
  });
  await testApp.settle();
});

const MONDAY = { weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' };
const own = ({ people }: TestApp) => `/companies/${people.companyId.aurora}/schedules`;
const aHoliday = () => `/holidays/${christmas}`;
const REFUSED = { status: 403, contains: { error: 'ERR_NO_PERMISSION' }, events: [] };
const invalid = (fields: Record<string, string>) => ({
  status: 400,
  contains: { code: 'ERR_VALIDATION', fields },
  events: [],
});
const history = async () => historyOf(await testApp.systemScope());

const hours: Scenario[] = [
  {
    name: 'the administrator sets the hours, as existing clients send them',
    as: 'ana',
    method: 'PUT',
    path: own,
    body: { id: 1, schedules: DEFAULT_HOURS },
    status: 200,
    contains: { name: 'Aurora', schedules: DEFAULT_HOURS },
    events: ['update'],
  },
  {
    name: 'none is an empty list',
    as: 'ana',
    method: 'PUT',
    path: own,
    body: { schedules: null },
    status: 200,
    contains: { schedules: [] },
  },
  {
    name: 'two ranges, the second over midnight',
    as: 'ana',
    method: 'PUT',
    path: own,
    body: { schedules: [{ ...MONDAY, startTimeB: '22:00', endTimeB: '02:00' }] },
    status: 200,
    contains: { schedules: [{ ...MONDAY, startTimeB: '22:00', endTimeB: '02:00' }] },
  },
  { name: 'an agent does not', as: 'bia', method: 'PUT', path: own, body: { schedules: [] }, ...REFUSED },
  { name: 'nor a supervisor', as: 'rui', method: 'PUT', path: own, body: { schedules: [] }, ...REFUSED },
  {
    name: 'nor the administrator of another company',
    as: 'davi',
    method: 'PUT',
    path: own,
    body: { schedules: [] },
    status: 404,
    contains: { error: 'ERR_NO_COMPANY_FOUND' },
    events: [],
  },
  {
    name: 'a time that is none',
    as: 'ana',
    method: 'PUT',
    path: own,
    body: { schedules: [MONDAY, { ...MONDAY, weekdayEn: 'tuesday', endTime: '25:00' }] },
    ...invalid({ 'schedules.1.endTime': 'Horário inválido: use HH:MM, como 08:30' }),
  },
  {
    name: 'ranges that overlap',
    as: 'ana',
    method: 'PUT',
    path: own,
    body: { schedules: [{ ...MONDAY, startTimeB: '17:00', endTimeB: '20:00' }] },
    ...invalid({ 'schedules.0.startTimeB': 'Os dois períodos se sobrepõem' }),
  },
];

const free: Scenario[] = [
  {
    name: 'an agent reads the holidays',
    as: 'bia',
    method: 'GET',
    path: '/holidays',
    status: 200,
    contains: [{ name: 'Natal', day: '2020-12-25', isYearly: true }],
  },
  {
    name: 'another company has none of them',
    as: 'davi',
    method: 'GET',
    path: '/holidays',
    status: 200,
    lacks: /Natal/,
  },
  {
    name: 'the administrator adds one',
    as: 'ana',
    method: 'POST',
    path: '/holidays',
    body: { name: ' Recesso ', day: '2026-12-31' },
    status: 200,
    contains: { name: 'Recesso', day: '2026-12-31', isYearly: false },
    events: ['update'],
  },
  {
    name: 'an agent adds none',
    as: 'bia',
    method: 'POST',
    path: '/holidays',
    body: { name: 'Folga', day: '2026-12-31' },
    ...REFUSED,
  },
  {
    name: 'not twice on a day',
    as: 'ana',
    method: 'POST',
    path: '/holidays',
    body: { name: 'Outro Natal', day: '2020-12-25' },
    ...invalid({ day: 'Já existe um feriado neste dia.' }),
  },
  {
    name: 'not without a name, nor on a day that is none',
    as: 'ana',
    method: 'POST',
    path: '/holidays',
    body: { name: ' ', day: '2026-02-30' },
    ...invalid({ name: 'Obrigatório', day: 'Data inválida' }),
  },
  {
    name: 'one is changed; what is left out stays',
    as: 'ana',
    method: 'PUT',
    path: aHoliday,
    body: { name: 'Véspera', day: '2020-12-24' },
    status: 200,
    contains: { name: 'Véspera', day: '2020-12-24', isYearly: true },
    events: ['update'],
  },
  {
    name: 'its own day is no obstacle',
    as: 'ana',
    method: 'PUT',
    path: aHoliday,
    body: { name: 'Natal!', day: '2020-12-25' },
    status: 200,
  },
  {
    name: 'a supervisor changes none',
    as: 'rui',
    method: 'PUT',
    path: aHoliday,
    body: { name: 'X', day: '2020-12-24' },
    ...REFUSED,
  },
  {
    name: 'one of another company is none',
    as: 'davi',
    method: 'PUT',
    path: aHoliday,
    body: { name: 'X', day: '2020-12-24' },
    status: 404,
    contains: { error: 'ERR_NO_HOLIDAY_FOUND' },
    events: [],
  },
  {
    name: 'one is deleted',
    as: 'ana',
    method: 'DELETE',
    path: aHoliday,
    status: 200,
    contains: { message: 'Holiday deleted' },
    events: ['delete'],
  },
  { name: 'an agent deletes none', as: 'bia', method: 'DELETE', path: aHoliday, ...REFUSED },
];

describe('company service hours', () => {
  testCalls(() => testApp, hours, { as: 'ana', channel: 'companyHours' });

  test('are returned with the company; one-range clients keep the second range', async () => {
    const ana = await testApp.as('ana');
    const two = { ...MONDAY, startTimeB: '19:00', endTimeB: '21:00' };
    await ana.json('PUT', own(testApp), { schedules: [two] });
    await ana.json('PUT', own(testApp), { schedules: [{ ...MONDAY, endTime: '17:00' }] });
    const { body } = await ana.json<CompanyView>('GET', `/companies/${testApp.people.companyId.aurora}`);
    expect(body.schedules).toEqual([{ ...two, endTime: '17:00' }]);
  });
});

describe('holidays', () => {
  testCalls(() => testApp, free, { as: 'bia', channel: 'holiday' });

  test('are suggested for this and next year, except those already listed', async () => {
    const scope = await testApp.scopeOf('ana');
    const suggested = await suggestHolidays(scope);
    const names = suggested.map(({ name }) => name);
    expect(names).toContain('Tiradentes');
    expect(names).not.toContain('Natal');
    const friday = suggested.find(({ name }) => name === 'Sexta-feira Santa')?.day ?? '';
    expect(await addSuggested(scope, { days: [friday, '2026-08-08'] })).toBe(1);
    expect(await addSuggested(scope, { days: [friday] })).toBe(0);
    const { body } = await (await testApp.as('ana')).json<HolidayView[]>('GET', '/holidays');
    expect(body.map(({ name }) => name)).toEqual(['Natal', 'Sexta-feira Santa']);
  });
});

describe('settings history', () => {
  const change = async (key: string, value: string) =>
    (await testApp.as('ana')).json('PUT', `/settings/${key}`, { value });

  test('records each change with its author, and nothing unchanged', async () => {
    await change('userRating', 'enabled');
    await change('userRating', 'enabled');
    await change('userRating', 'sometimes');
    await change('userRating', 'disabled');
    const { ana } = testApp.people.userId;
    const who = { key: 'userRating', userId: ana, userName: 'Ana' };
    expect(await history()).toMatchObject([
      { ...who, before: 'disabled', after: 'enabled' },
      { ...who, before: 'enabled', after: 'disabled' },
    ]);
  });

  test('contains no secrets', async () => {
    await change('asaas', 'SECRET-one');
    await change('asaas', 'SECRET-one');
    await change('asaas', '');
    expect(await history()).toMatchObject([
      { key: 'asaas', before: '', after: '' },
      { key: 'asaas', before: '', after: '' },
    ]);
  });

  test('includes service hours and holidays', async () => {
    const ana = await testApp.as('ana');
    await ana.json('PUT', own(testApp), { schedules: [MONDAY] });
    await ana.json('PUT', own(testApp), { schedules: [MONDAY] });
    await ana.json('DELETE', aHoliday());
    const natal = JSON.stringify({ name: 'Natal', day: '2020-12-25', isYearly: true });
    expect(await history()).toMatchObject([
      { key: 'companyHours', before: '[]', after: JSON.stringify([MONDAY]) },
      { key: 'holiday', before: natal, after: '' },
    ]);
  });

  test('is not written when the change is rolled back', async () => {
    const scope = await testApp.scopeOf('ana');
    const failing = scope.write(async (tx) => {
      await changeSetting(tx, { key: 'call', value: 'disabled' });
      throw new Error('the power is gone');
    });
    expect(failing).rejects.toThrow('the power is gone');
    await failing.catch(() => undefined);
    expect(await history()).toEqual([]);
  });

  test('is rolled back together with service hours', async () => {
    const ana = await testApp.scopeOf('ana');
    const failing = ana.write(async (tx) => {
      await changeCompanyHours(tx, { companyId: tx.companyId, hours: DEFAULT_HOURS });
      throw new Error('the power is gone');
    });
    await failing.catch(() => undefined);
    expect(await history()).toEqual([]);
    expect(await getCompanyHours(ana)).toEqual([]);
  });

  test('records platform settings in the company of their author', async () => {
    await setSuper(testApp.kernel, testApp.people, 'ana');
    await change('trial', '6');
    await setSuper(testApp.kernel, testApp.people, 'ana', false);
    expect(await history()).toMatchObject([{ key: 'trial', before: '3', after: '6', userName: 'Ana' }]);
  });
});
