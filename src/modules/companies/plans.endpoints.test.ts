import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { companies } from '@db/platform/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { type PersonName, setSuper } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import type { PlanPage, PlanRowView } from './companies.views.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
  await setSuper(testApp.kernel, testApp.people, 'davi');
});
afterAll(() => testApp.stop());

type Answer = PlanRowView & { error: string; code: string; count: number };
const call = async (who: PersonName | undefined, method: string, path: string, body?: unknown) =>
  (await testApp.as(who)).json<Answer>(method, path, body);
const make = async (body: object) => (await call('davi', 'POST', '/plans', body)).body;

describe('plan', () => {
  test('has all features, is public and unlimited by default', async () => {
    expect(await make({ name: 'Básico' })).toMatchObject({
      ...{ name: 'Básico', users: 0, connections: 0, queues: 0, campaigns: 0, schedules: 0, value: 0 },
      ...{ useCampaigns: true, useSchedules: true, useInternalChat: true, useExternalApi: true },
      ...{ useKanban: true, useOpenAi: true, useIntegrations: true, useInternal: true },
    });
  });

  test('accepts texts, switches and Brazilian amounts from existing clients', async () => {
    const sent = { name: 'Cheio', users: '7', campaigns: true, schedules: '', value: '1.049,90' };
    expect(await make({ ...sent, useKanban: 'false' })).toMatchObject({
      ...{ users: 7, campaigns: 0, schedules: 0, value: 1049.9, useKanban: false },
    });
  });

  const bad: [body: object, error: string][] = [
    [{ name: 'x' }, 'ERR_PLAN_INVALID_NAME'],
    [{ name: ' ' }, 'ERR_PLAN_INVALID_NAME'],
    [{ name: 'básico' }, 'ERR_PLAN_NAME_ALREADY_EXISTS'],
    [{ name: 'Outro', users: -1 }, 'Valor inválido'],
    [{ name: 'Outro', value: 'muito' }, 'Valor inválido'],
    [{ name: 'x'.repeat(51) }, 'Muito longo!'],
    [{}, 'Obrigatório'],
  ];
  for (const [body, error] of bad)
    test(`is refused: ${JSON.stringify(body).slice(0, 40)}`, async () => {
      const reply = await call('davi', 'POST', '/plans', body);
      expect({ status: reply.status, error: reply.body.error }).toEqual({ status: 400, error });
    });

  test('keeps omitted fields, its id from the URL and its own name', async () => {
    const { id } = await make({ name: 'Mudança', users: 4 });
    const body = { id: 999, name: 'Mudança', value: 10 };
    expect((await call('davi', 'PUT', `/plans/${id}`, body)).body).toMatchObject({ id, users: 4, value: 10 });
  });

  test('cannot be deleted while companies use it, and reports how many', async () => {
    const { id } = await make({ name: 'Em uso' });
    const own = eq(companies.id, testApp.people.companyId.aurora);
    const { platform } = testApp.kernel;
    await platform.write((tx) => tx.update(companies).set({ planId: id }).where(own));
    const refused = await call('davi', 'DELETE', `/plans/${id}`);
    expect(refused).toMatchObject({ status: 409, body: { error: 'ERR_PLAN_IN_USE', count: 1 } });
    await platform.write((tx) => tx.update(companies).set({ planId: null }).where(own));
    expect((await call('davi', 'DELETE', `/plans/${id}`)).status).toBe(200);
    expect((await call('davi', 'GET', `/plans/${id}`)).body.error).toBe('ERR_NO_PLAN_FOUND');
  });

  test('can only be changed by super administrators', async () => {
    const { id } = await make({ name: 'Alheio' });
    for (const who of ['ana', 'bia'] as const)
      for (const [method, path] of [
        ['POST', '/plans'],
        ['PUT', `/plans/${id}`],
        ['DELETE', `/plans/${id}`],
      ] as const)
        expect((await call(who, method, path, { name: 'Meu' })).body.error).toBe('ERR_NO_SUPER');
  });
});

describe('public plans', () => {
  test('are readable without login, internal plans are not', async () => {
    const { id } = await make({ name: 'Só interno', useInternal: false });
    for (const path of ['/plans/list', '/plans/register', '/plans/all']) {
      const names = ((await call(undefined, 'GET', path)).body as unknown as PlanRowView[]).map(
        (one) => one.name,
      );
      expect(names).toContain('Básico');
      expect(names).not.toContain('Só interno');
    }
    const allFor = async (who: PersonName) =>
      ((await call(who, 'GET', '/plans/all')).body as unknown as PlanRowView[]).map(({ name }) => name);
    expect(await allFor('ana')).not.toContain('Só interno');
    expect(await allFor('davi')).toContain('Só interno');
    expect((await call('ana', 'GET', `/plans/${id}`)).body.error).toBe('ERR_NO_PLAN_FOUND');
    const page = (await call('ana', 'GET', '/plans?searchParam=interno')).body as unknown as PlanPage;
    expect(page).toEqual({ plans: [], count: 0, hasMore: false });
    await testApp.kernel.platform.write((tx) =>
      tx.update(companies).set({ planId: id }).where(eq(companies.id, testApp.people.companyId.aurora)),
    );
    expect((await call('bia', 'GET', `/plans/${id}`)).body.name).toBe('Só interno');
  });
});
