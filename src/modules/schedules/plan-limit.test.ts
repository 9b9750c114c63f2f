import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { plans } from '@db/platform/schema/index.ts';
import { schedules } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { createSchedulesFixture, MINUTE, type SchedulesFixture } from './schedules-fixture.test-support.ts';

let fixtures: SchedulesFixture;
beforeAll(async () => {
  fixtures = await createSchedulesFixture();
});
afterAll(() => fixtures.testApp.stop());
beforeEach(() => fixtures.reset());

test('enforces the plan’s limit of pending schedules, also for concurrent requests', async () => {
  const limit = (most: number) =>
    fixtures.testApp.kernel.platform.write((tx) => tx.update(plans).set({ schedules: most }));
  const add = (who: 'bia' | 'ana' = 'bia') =>
    fixtures.call(who, 'POST', '', {
      body: 'Até logo',
      contactId: fixtures.joao,
      sendAt: '2026-03-11T09:00',
    });
  await limit(2);
  await fixtures.plan(MINUTE);
  const replies = await Promise.all([add('bia'), add('ana')]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(await add()).toMatchObject({
    status: 400,
    body: {
      error: 'Número máximo de agendamentos pendentes já alcançado: 2',
      code: 'ERR_LIMIT_REACHED',
      limit: 2,
    },
  });
  await fixtures.after(MINUTE);
  const { body, status } = await add();
  expect(status).toBe(200);
  const change = () => fixtures.call('ana', 'PUT', `/${body.id}`, { body: 'Até já' });
  await fixtures.system.write((tx) =>
    tx.db.update(schedules).set({ status: 'ERRO' }).where(eq(schedules.id, body.id)),
  );
  expect((await add()).status).toBe(200);
  expect(await change()).toMatchObject({ status: 400, body: { code: 'ERR_LIMIT_REACHED' } });
  await limit(0);
  expect((await change()).status).toBe(200);
  expect((await add()).status).toBe(200);
});
