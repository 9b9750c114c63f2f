import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { auditEntries, holidays, settings } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { setSuper } from '@test/support/people.ts';
import { type Scenario, testCalls } from '@test/support/scenarios.ts';
import { eq } from 'drizzle-orm';
import { DEFAULT_HOURS } from '@/service-hours.schema.ts';
import { getCompanyHours } from './company-hours.queries.ts';
import { changeCompanyHours } from './company-hours.service.ts';
import { historyOf } from './history.test-support.ts';
import { addSuggested, suggestHolidays } from './holidays.service.ts';
import { changeSetting } from './settings.service.ts';
import type { CompanyView, HolidayView } from './settings.views.ts';

let desk: TestDesk;
let christmas: number;

beforeAll(async () => {
  desk = await createTestDesk();
});
afterAll(() => desk.stop());
beforeEach(async () => {
  christmas = await (await desk.systemScope()).write(async (tx) => {
    await tx.db.delete(settings).where(eq(settings.key, 'companyHours'));
    await tx.db.delete(auditEntries);
    await tx.db.delete(holidays);
    const values = { id: 41, name: 'Natal', day: '2020-12-25', isYearly: true };
    await tx.db.insert(holidays).values(values);
    return values.id;
  });
  await desk.settle();
});

const MONDAY = { weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' };
const own = ({ cast }: TestDesk) => `/companies/${cast.companyId.aurora}/schedules`;
const aHoliday = () => `/holidays/${christmas}`;
const REFUSED = { status: 403, contains: { error: 'ERR_NO_PERMISSION' }, heard: [] };
const invalid = (fields: Record<string, string>) => ({
  status: 400,
  contains: { code: 'ERR_VALIDATION', fields },
  heard: [],
});
const history = async () => historyOf(await desk.systemScope());

const hours: Scenario[] = [
  {
    name: 'the administrator sets the hours, as existing clients send them',
    as: 'ana',
    method: 'PUT',
    path: own,
    body: { id: 1, schedules: DEFAULT_HOURS },
    status: 200,
    contains: { name: 'Aurora', schedules: DEFAULT_HOURS },
    heard: ['update'],
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
    heard: [],
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
    heard: ['update'],
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
    heard: ['update'],
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
    heard: [],
  },
  {
    name: 'one is deleted',
    as: 'ana',
    method: 'DELETE',
    path: aHoliday,
    status: 200,
    contains: { message: 'Holiday deleted' },
    heard: ['delete'],
  },
  { name: 'an agent deletes none', as: 'bia', method: 'DELETE', path: aHoliday, ...REFUSED },
];

describe('the company’s hours', () => {
  testCalls(() => desk, hours, { as: 'ana', channel: 'companyHours' });

  test('come back with the company, and a client that knows one range leaves the second', async () => {
    const ana = await desk.as('ana');
    const two = { ...MONDAY, startTimeB: '19:00', endTimeB: '21:00' };
    await ana.json('PUT', own(desk), { schedules: [two] });
    await ana.json('PUT', own(desk), { schedules: [{ ...MONDAY, endTime: '17:00' }] });
    const { body } = await ana.json<CompanyView>('GET', `/companies/${desk.cast.companyId.aurora}`);
    expect(body.schedules).toEqual([{ ...two, endTime: '17:00' }]);
  });
});

describe('holidays', () => {
  testCalls(() => desk, free, { as: 'bia', channel: 'holiday' });

  test('are suggested for this year and the next, without those that are on the list', async () => {
    const scope = await desk.scopeOf('ana');
    const suggested = await suggestHolidays(scope);
    const names = suggested.map(({ name }) => name);
    expect(names).toContain('Tiradentes');
    expect(names).not.toContain('Natal');
    const friday = suggested.find(({ name }) => name === 'Sexta-feira Santa')?.day ?? '';
    expect(await addSuggested(scope, { days: [friday, '2026-08-08'] })).toBe(1);
    expect(await addSuggested(scope, { days: [friday] })).toBe(0);
    const { body } = await (await desk.as('ana')).json<HolidayView[]>('GET', '/holidays');
    expect(body.map(({ name }) => name)).toEqual(['Natal', 'Sexta-feira Santa']);
  });
});

describe('who changed what', () => {
  const change = async (key: string, value: string) =>
    (await desk.as('ana')).json('PUT', `/settings/${key}`, { value });

  test('is written with each change, and not without one', async () => {
    await change('userRating', 'enabled');
    await change('userRating', 'enabled');
    await change('userRating', 'sometimes');
    await change('userRating', 'disabled');
    const { ana } = desk.cast.userId;
    const who = { key: 'userRating', userId: ana, userName: 'Ana' };
    expect(await history()).toMatchObject([
      { ...who, before: 'disabled', after: 'enabled' },
      { ...who, before: 'enabled', after: 'disabled' },
    ]);
  });

  test('names no secret', async () => {
    await change('asaas', 'SECRET-one');
    await change('asaas', 'SECRET-one');
    await change('asaas', '');
    expect(await history()).toMatchObject([
      { key: 'asaas', before: '', after: '' },
      { key: 'asaas', before: '', after: '' },
    ]);
  });

  test('counts hours and holidays in', async () => {
    const ana = await desk.as('ana');
    await ana.json('PUT', own(desk), { schedules: [MONDAY] });
    await ana.json('PUT', own(desk), { schedules: [MONDAY] });
    await ana.json('DELETE', aHoliday());
    const natal = JSON.stringify({ name: 'Natal', day: '2020-12-25', isYearly: true });
    expect(await history()).toMatchObject([
      { key: 'companyHours', before: '[]', after: JSON.stringify([MONDAY]) },
      { key: 'holiday', before: natal, after: '' },
    ]);
  });

  test('is not written when the change is not', async () => {
    const scope = await desk.scopeOf('ana');
    const failing = scope.write(async (tx) => {
      await changeSetting(tx, { key: 'call', value: 'disabled' });
      throw new Error('the power is gone');
    });
    expect(failing).rejects.toThrow('the power is gone');
    await failing.catch(() => undefined);
    expect(await history()).toEqual([]);
  });

  test('and hours do not change without it', async () => {
    const ana = await desk.scopeOf('ana');
    const failing = ana.write(async (tx) => {
      await changeCompanyHours(tx, { companyId: tx.companyId, hours: DEFAULT_HOURS });
      throw new Error('the power is gone');
    });
    await failing.catch(() => undefined);
    expect(await history()).toEqual([]);
    expect(await getCompanyHours(ana)).toEqual([]);
  });

  test('also of the platform’s own, in the company of who changed them', async () => {
    await setSuper(desk.kernel, desk.cast, 'ana');
    await change('trial', '6');
    await setSuper(desk.kernel, desk.cast, 'ana', false);
    expect(await history()).toMatchObject([{ key: 'trial', before: '3', after: '6', userName: 'Ana' }]);
  });
});
