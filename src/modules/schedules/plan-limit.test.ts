import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { plans } from '@db/platform/schema/index.ts';
import { schedules } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { createSchedulesDesk, MINUTE, type SchedulesDesk } from './schedules-desk.test-support.ts';

let world: SchedulesDesk;
beforeAll(async () => {
  world = await createSchedulesDesk();
});
afterAll(() => world.desk.stop());
beforeEach(() => world.reset());

test('the plan’s limit of messages that wait is said, also to two at once; one that was sent leaves room', async () => {
  const limit = (most: number) =>
    world.desk.kernel.platform.write((tx) => tx.update(plans).set({ schedules: most }));
  // Not the same person twice: a second sign-in at the same moment ends the first one's session.
  const add = (who: 'bia' | 'ana' = 'bia') =>
    world.call(who, 'POST', '', { body: 'Até logo', contactId: world.joao, sendAt: '2026-03-11T09:00' });
  await limit(2);
  await world.plan(MINUTE);
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
  await world.after(MINUTE);
  const { body, status } = await add();
  expect(status).toBe(200);
  const change = () => world.call('ana', 'PUT', `/${body.id}`, { body: 'Até já' });
  await world.system.write((tx) =>
    tx.db.update(schedules).set({ status: 'ERRO' }).where(eq(schedules.id, body.id)),
  );
  expect((await add()).status).toBe(200);
  expect(await change()).toMatchObject({ status: 400, body: { code: 'ERR_LIMIT_REACHED' } });
  await limit(0);
  expect((await change()).status).toBe(200);
  expect((await add()).status).toBe(200);
});
