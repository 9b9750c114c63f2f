import { afterAll, beforeAll, expect, test } from 'bun:test';
import { webhookDeliveries, webhookQueues } from '@db/tenant/schema/index.ts';
import { turnsOf } from '@test/support/loop-turns.ts';
import { count, eq, sql } from 'drizzle-orm';
import { replayRange, setWebhookActive } from '../webhooks.service.ts';
import { createWebhooksFixture, type WebhooksFixture } from '../webhooks-fixture.test-support.ts';
import { expiredDeliveries, oldDeliveries } from './delivery.jobs.ts';

const MANY = 2_000;
const DAY = 86_400_000;

let fixtures: WebhooksFixture;
let webhookId = 0;
beforeAll(async () => {
  fixtures = await createWebhooksFixture();
  ({ id: webhookId } = await fixtures.hook(['message.received']));
  await setWebhookActive(fixtures.scope, { webhookId, isActive: false });
  const at = fixtures.scope.now().getTime();
  await fixtures.scope.db.run(sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${MANY})
    insert into webhook_deliveries (uuid, webhook_id, event, lane, body, state, created_at)
    select 'd' || i, ${webhookId}, 'message.received', 'contact:' || (i % 50), '{}', 'failed', ${at} + i / 900 from n`);
});
afterAll(() => fixtures.stop());

const inParts = async (work: () => Promise<unknown>) =>
  expect(await turnsOf(work)).toBeGreaterThanOrEqual(MANY / 500);
const states = async () => {
  const { state } = webhookDeliveries;
  const rows = await fixtures.scope.db.select({ state, n: count() }).from(webhookDeliveries).groupBy(state);
  return Object.fromEntries(rows.map((row) => [row.state, row.n]));
};

test('many deliveries are sent again in parts, each conversation once', async () => {
  const { scope } = fixtures;
  const [from, to] = [0, 10].map((ms) => new Date(scope.now().getTime() + ms).toISOString()) as [
    string,
    string,
  ];
  let replayed = 0;
  await inParts(async () => {
    replayed = await replayRange(scope, { webhookId, from, to, which: 'failed' });
  });
  expect(replayed).toBe(MANY);
  expect(await states()).toEqual({ waiting: MANY });
  expect(await scope.db.$count(webhookQueues, eq(webhookQueues.webhookId, webhookId))).toBe(50);
});

test('switching off fails what waits in parts', async () => {
  await inParts(() => setWebhookActive(fixtures.scope, { webhookId, isActive: false }));
  expect(await states()).toEqual({ failed: MANY });
});

test('old ones expire and are deleted in parts', async () => {
  const { scope } = fixtures;
  await scope.db.update(webhookDeliveries).set({ state: 'waiting' });
  fixtures.testApp.clock.advance(4 * DAY);
  await inParts(() => expiredDeliveries.run(scope));
  expect(await states()).toEqual({ failed: MANY });
  fixtures.testApp.clock.advance(30 * DAY);
  await inParts(() => oldDeliveries.run(scope));
  expect(await states()).toEqual({});
});
