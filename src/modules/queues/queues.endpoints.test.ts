import { afterAll, beforeAll, describe } from 'bun:test';
import { queues } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { type Scenario, testCalls } from '@test/support/scenarios.ts';
import { eq } from 'drizzle-orm';

let testApp: TestApp;
const HOURS = [{ weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' }];

beforeAll(async () => {
  testApp = await createTestApp();
  const { Vendas, Suporte } = testApp.people.queueId;
  await (await testApp.systemScope()).write(async (tx) => {
    await tx.db.update(queues).set({ orderQueue: 2, schedules: HOURS }).where(eq(queues.id, Vendas));
    await tx.db.update(queues).set({ orderQueue: 1 }).where(eq(queues.id, Suporte));
    await tx.db.insert(queues).values({ name: 'Arquivo', color: '#333333' });
  });
});
afterAll(() => testApp.stop());

const sales = ({ people }: TestApp) => `/queue/${people.queueId.Vendas}`;
const NAMED = [{ name: 'Suporte' }, { name: 'Vendas' }, { name: 'Arquivo' }];
const NOT_FOUND = { status: 404, contains: { error: 'ERR_NOT_FOUND' } };

const scenarios: Scenario[] = [
  {
    name: 'unauthenticated: no queue',
    method: 'GET',
    path: '/queue',
    status: 401,
    contains: { error: 'ERR_SESSION_EXPIRED' },
  },
  {
    name: 'nor of one',
    method: 'GET',
    path: sales,
    status: 401,
    contains: { error: 'ERR_SESSION_EXPIRED' },
  },
  {
    name: 'an agent lists all of them, for a ticket may go to any; those without a place come last',
    as: 'caio',
    method: 'GET',
    path: '/queue/',
    status: 200,
    contains: NAMED,
  },
  {
    name: 'the administrator, who is in none, lists the same',
    as: 'ana',
    method: 'GET',
    path: '/queue',
    status: 200,
    contains: NAMED,
  },
  {
    name: 'an agent reads one of another queue, with its hours',
    as: 'caio',
    method: 'GET',
    path: sales,
    status: 200,
    contains: { name: 'Vendas', color: '#1F7A1F', orderQueue: 2, schedules: HOURS },
  },
  {
    name: 'a queue that is not',
    as: 'ana',
    method: 'GET',
    path: '/queue/999',
    status: 404,
    contains: { error: 'ERR_NO_QUEUE_FOUND' },
  },
  { name: 'a word is no id', as: 'ana', method: 'GET', path: '/queue/abc', ...NOT_FOUND },
  { name: 'nor is zero', as: 'ana', method: 'GET', path: '/queue/0', ...NOT_FOUND },
  {
    name: 'another company lists its own only',
    as: 'davi',
    method: 'GET',
    path: '/queue',
    status: 200,
    contains: [{ name: 'Geral' }],
    lacks: /Vendas|Suporte|Arquivo/,
  },
  {
    name: 'another company reads none of it',
    as: 'davi',
    method: 'GET',
    path: ({ people }) => `/queue/${people.queueId.Suporte}`,
    status: 404,
    contains: { error: 'ERR_NO_QUEUE_FOUND' },
  },
];

describe('queues over the JSON contract', () => {
  testCalls(() => testApp, scenarios);
});
