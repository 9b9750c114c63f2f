import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { plans } from '@db/platform/schema/index.ts';
import { outbox, webhookQueues, webhooks } from '@db/tenant/schema/index.ts';
import { countStatements } from '@test/support/plans.ts';
import { eq, like } from 'drizzle-orm';
import { replayRange, setWebhookActive } from '../webhooks.service.ts';
import { createWebhooksFixture, type WebhooksFixture } from '../webhooks-fixture.test-support.ts';

let fixtures: WebhooksFixture;
beforeAll(async () => {
  fixtures = await createWebhooksFixture();
});
afterAll(() => fixtures.stop());
beforeEach(() => fixtures.reset());

const texts = async () => (await fixtures.receiver.got()).map(({ json: { data } }) => data.text);
const turn = async (webhookId: number, isActive: boolean) => {
  await setWebhookActive(fixtures.scope, { webhookId, isActive });
  await fixtures.testApp.settle();
};

describe('a webhook that is switched off', () => {
  test('records nothing, and sends nothing old when it is switched on', async () => {
    const { id } = await fixtures.hook(['message.received']);
    await turn(id, false);
    for (const text of ['um', 'dois']) await fixtures.writes(text);
    expect(await fixtures.deliveries()).toEqual([]);
    await turn(id, true);
    await fixtures.pass(3_600_000);
    await fixtures.writes('três');
    expect(await texts()).toEqual(['três']);
  });

  test('does not send later what was waiting, unless it is sent again from the log', async () => {
    const { id } = await fixtures.hook(['message.received']);
    const from = fixtures.testApp.clock.now.toISOString();
    await fixtures.receiver.as({ status: 500 });
    for (const text of ['um', 'dois']) await fixtures.writes(text);
    await turn(id, false);
    const failed = (await fixtures.deliveries()).map(({ state, error }) => [state, error]);
    expect(failed).toEqual([
      ['failed', 'switched_off'],
      ['failed', 'switched_off'],
    ]);
    expect(await fixtures.scope.db.$count(webhookQueues)).toBe(0);
    await fixtures.receiver.as({});
    await fixtures.receiver.take();
    await turn(id, true);
    await fixtures.pass(3_600_000);
    expect(await texts()).toEqual([]);
    const to = fixtures.testApp.clock.now.toISOString();
    expect(await replayRange(fixtures.scope, { webhookId: id, from, to, which: 'failed' })).toBe(2);
    await fixtures.testApp.settle();
    expect(await texts()).toEqual(['um', 'dois']);
  });

  test('costs a message no statement', async () => {
    await fixtures.writes('a primeira');
    const without = await countStatements(() => fixtures.writes('sem'));
    const { id } = await fixtures.hook(['message.received']);
    await turn(id, false);
    await fixtures.writes('outra');
    expect(await countStatements(() => fixtures.writes('com'))).toBe(without);
  });
});

test('a webhook that was paused for failures records, and sends when it is switched on', async () => {
  const { id } = await fixtures.hook(['message.received']);
  await fixtures.scope.write((tx) =>
    tx.db.update(webhooks).set({ pausedAt: tx.now(), pausedFor: 'failing' }).where(eq(webhooks.id, id)),
  );
  for (const text of ['um', 'dois']) await fixtures.writes(text);
  expect(await texts()).toEqual([]);
  await turn(id, true);
  expect(await texts()).toEqual(['um', 'dois']);
});

test('without the plan feature nothing is sent, and what waits is sent when the plan has it again', async () => {
  const allow = (useExternalApi: boolean) =>
    fixtures.testApp.kernel.platform.write((tx) => tx.update(plans).set({ useExternalApi }));
  await fixtures.hook(['message.received']);
  await fixtures.receiver.as({ status: 500 });
  await fixtures.writes('um');
  await fixtures.receiver.as({});
  await fixtures.receiver.take();
  await allow(false);
  await fixtures.pass(3_600_000);
  expect(await texts()).toEqual([]);
  expect(await fixtures.scope.db.$count(outbox, like(outbox.queueKey, 'webhook:%'))).toBe(0);
  await allow(true);
  await fixtures.pass(3_600_000);
  expect(await texts()).toEqual(['um']);
});
