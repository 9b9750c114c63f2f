import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { contacts, messages, webhookDeliveries, webhookQueues } from '@db/tenant/schema/index.ts';
import { askedBy, createPlanner } from '@test/support/plans.ts';
import { desc, eq } from 'drizzle-orm';
import { advanceQueue, listDue } from '../deliver/delivery-queues.service.ts';
import { getDelivery } from '../webhooks.queries.ts';
import { replayDelivery } from '../webhooks.service.ts';
import { createWebhooksFixture, type WebhooksFixture } from '../webhooks-fixture.test-support.ts';
import { NOT_FORMED } from './delivery-body.queries.ts';
import { findReported } from './message-body.queries.ts';

let fixtures: WebhooksFixture;
beforeAll(async () => {
  fixtures = await createWebhooksFixture();
});
afterAll(() => fixtures.stop());
beforeEach(() => fixtures.reset());

const got = async () => (await fixtures.receiver.got()).map(({ json }) => json.data);
const rename = (name: string) => fixtures.scope.write((tx) => tx.db.update(contacts).set({ name }));

describe('a received message', () => {
  test('is recorded by its id, and its body is formed and stored when it is sent', async () => {
    const { id } = await fixtures.hook(['message.received']);
    await fixtures.receiver.die();
    await fixtures.writes('primeira');
    await fixtures.writes('segunda');
    const [first, second] = await fixtures.deliveries();
    expect(first?.body).toContain('primeira');
    expect(second).toMatchObject({ body: NOT_FORMED, state: 'waiting' });
    expect(second?.subject).toMatch(/^message:\d+$/);
    const shown = await getDelivery(fixtures.scope, { webhookId: id, deliveryId: second?.id ?? 0 });
    expect(JSON.parse(shown.body)).toMatchObject({
      type: 'message.received',
      timestamp: second?.createdAt.toISOString(),
      data: { text: 'segunda' },
    });
    await fixtures.receiver.rise();
    await fixtures.pass(3_600_000);
    expect((await got()).map(({ text }) => text)).toEqual(['primeira', 'segunda']);
    expect((await fixtures.deliveries())[1]?.body).toBe((await fixtures.receiver.got())[1]?.body ?? '');
  });

  test('is sent with the same body in each attempt and replay', async () => {
    const { id } = await fixtures.hook(['message.received']);
    await fixtures.receiver.as({ status: 500 });
    await fixtures.writes('oi');
    await rename('Maria depois');
    await fixtures.receiver.as({});
    await fixtures.pass(3_600_000);
    const [delivery] = await fixtures.deliveries();
    await replayDelivery(fixtures.scope, { webhookId: id, deliveryId: delivery?.id ?? 0 });
    await fixtures.testApp.settle();
    const bodies = (await fixtures.receiver.got()).map(({ body }) => body);
    expect(bodies.length).toBeGreaterThanOrEqual(3);
    expect(new Set(bodies).size).toBe(1);
  });

  test('that is deleted before it is sent fails, and the next one of its conversation is sent', async () => {
    await fixtures.hook(['message.received']);
    await fixtures.receiver.die();
    for (const text of ['um', 'dois', 'três']) await fixtures.writes(text);
    await fixtures.scope.write((tx) => tx.db.delete(messages).where(eq(messages.body, 'dois')));
    await fixtures.receiver.rise();
    await fixtures.pass(3_600_000);
    expect((await got()).map(({ text }) => text)).toEqual(['um', 'três']);
    const states = (await fixtures.deliveries()).map(({ state, error }) => [state, error]);
    expect(states).toEqual([
      ['delivered', ''],
      ['failed', 'deleted'],
      ['delivered', ''],
    ]);
    expect(await fixtures.scope.db.$count(webhookQueues)).toBe(0);
  });

  test('of an earlier version, recorded with its body, is sent as recorded', async () => {
    const { id: webhookId } = await fixtures.hook(['message.received']);
    await fixtures.receiver.die();
    await fixtures.writes('nova');
    const body = JSON.stringify({ type: 'message.received', timestamp: 'then', data: { text: 'antiga' } });
    await fixtures.scope.write((tx) =>
      tx.db.update(webhookDeliveries).set({ body }).where(eq(webhookDeliveries.webhookId, webhookId)),
    );
    await fixtures.receiver.rise();
    await fixtures.pass(3_600_000);
    expect((await fixtures.receiver.got()).map((one) => one.body)).toEqual([body]);
  });

  test('is recorded after the ticket that it opens, and deliveries keep that order', async () => {
    await fixtures.hook(['message.received', 'ticket.created', 'contact.created']);
    await fixtures.writes('oi');
    const [message] = await fixtures.scope.db.select().from(messages).orderBy(desc(messages.id)).limit(1);
    const types = (await fixtures.receiver.got()).map(({ json }) => json.type);
    expect(types.at(-1)).toBe('message.received');
    expect((await got()).at(-1)).toMatchObject({ id: message?.id });
  });
});

test('a run reads its deliveries once', async () => {
  await fixtures.hook(['message.received']);
  await fixtures.writes('a primeira');
  const asked = await askedBy(() => fixtures.writes('a segunda'));
  const reads = asked.filter((sql) => /^select.*left join "webhook_deliveries"/s.test(sql));
  expect(await fixtures.receiver.got()).toHaveLength(2);
  expect(reads).toHaveLength(1);
});

test('the next delivery and its message are found without reading a table', async () => {
  const planner = await createPlanner();
  const steps = await planner.stepsOf(() =>
    fixtures.scope.write(async (tx) => {
      await listDue(tx, 1, 0);
      await findReported(tx, 1);
      await advanceQueue(tx, 1, 'contact:1');
    }),
  );
  planner.close();
  const read = steps.map(({ detail }) => detail);
  expect(read.filter((detail) => detail.includes('webhook_deliveries_waiting')).length).toBe(2);
  expect(read.filter((detail) => /SCAN|TEMP B-TREE|webhook_deliveries_log/.test(detail))).toEqual([]);
});
