import { afterAll, beforeAll, describe } from 'bun:test';
import { companies, plans } from '@db/platform/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { setSuper } from '@test/support/people.ts';
import { type Scenario, testCalls } from '@test/support/scenarios.ts';
import { eq } from 'drizzle-orm';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
  const { aurora, boreal } = testApp.people.companyId;
  await testApp.kernel.platform.write(async (tx) => {
    const limits = { name: 'Pequeno', users: 3, connections: 1, queues: 2, value: 49.9 };
    const [plan] = await tx
      .insert(plans)
      .values({ ...limits, useCampaigns: false })
      .returning();
    await tx.update(companies).set({ planId: plan?.id }).where(eq(companies.id, aurora));
    await tx.update(companies).set({ planId: null }).where(eq(companies.id, boreal));
  });
  await setSuper(testApp.kernel, testApp.people, 'davi');
});
afterAll(() => testApp.stop());

const aurora = ({ people }: TestApp) => `/companies/listPlan/${people.companyId.aurora}`;
const boreal = ({ people }: TestApp) => `/companies/listPlan/${people.companyId.boreal}`;
const NO_COMPANY = { status: 404, contains: { error: 'ERR_NO_COMPANY_FOUND' } };

const scenarios: Scenario[] = [
  {
    name: 'unauthenticated: no company',
    method: 'GET',
    path: aurora,
    status: 401,
    contains: { error: 'ERR_SESSION_EXPIRED' },
  },
  {
    name: 'an agent reads what the plan allows',
    as: 'bia',
    method: 'GET',
    path: aurora,
    status: 200,
    contains: {
      name: 'Aurora',
      status: true,
      dueDate: null,
      plan: { name: 'Pequeno', users: 3, value: 49.9, useCampaigns: false, useKanban: true },
    },
  },
  {
    name: 'existing clients end it with a stroke',
    as: 'bia',
    method: 'GET',
    path: (at) => `${aurora(at)}/`,
    status: 200,
    contains: { plan: { name: 'Pequeno' } },
  },
  { name: 'another company is none', as: 'ana', method: 'GET', path: boreal, ...NO_COMPANY, lacks: /Boreal/ },
  { name: 'as one that is not', as: 'ana', method: 'GET', path: '/companies/listPlan/999', ...NO_COMPANY },
  {
    name: 'a word is no id',
    as: 'ana',
    method: 'GET',
    path: '/companies/listPlan/abc',
    status: 404,
    contains: { error: 'ERR_NOT_FOUND' },
  },
  {
    name: 'without a plan a company may do everything',
    as: 'davi',
    method: 'GET',
    path: boreal,
    status: 200,
    contains: { name: 'Boreal', plan: { id: 0, useCampaigns: true, useOpenAi: true } },
  },
  {
    name: 'the platform’s administrator reads any',
    as: 'davi',
    method: 'GET',
    path: aurora,
    status: 200,
    contains: { name: 'Aurora', plan: { name: 'Pequeno' } },
  },
];

describe('companies over the JSON contract', () => {
  testCalls(() => testApp, scenarios);
});
