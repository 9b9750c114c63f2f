import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { DEFAULT_HOURS } from '@/schemas/service-hours.schema.ts';
import type { QueueView } from './queues.views.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

const create = async (body: object) =>
  (await app.as('ana')).json<QueueView & { error: string }>('POST', '/queue', body);

test('gives a queue without hours the default hours', async () => {
  const { body } = await create({ name: 'Sem horário', color: '#0a0b0c' });
  expect(body.schedules).toEqual(DEFAULT_HOURS);
  const own = [{ weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '09:00', endTime: '10:00' }];
  expect((await create({ name: 'Com horário', color: '#0a0b0d', schedules: own })).body.schedules).toEqual(
    own,
  );
});

test('accepts a named color as equal to its hex code', async () => {
  const { status, body } = await create({ name: 'Vermelha', color: 'red' });
  expect([status, body.color]).toEqual([200, '#ff0000']);
  for (const color of ['#ff0000', 'Red', '#F00'])
    expect(await create({ name: 'Outra', color })).toMatchObject({
      body: { error: 'ERR_QUEUE_COLOR_ALREADY_EXISTS' },
    });
});

for (const color of ['vermelho', 'inherit', 're', 'url(x)', '#12', 'red;x'])
  test(`refuses the color ${color}`, async () => {
    expect((await create({ name: `Cor ${color}`, color })).status).toBe(400);
  });
