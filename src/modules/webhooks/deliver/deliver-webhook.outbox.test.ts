import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { mails } from '@db/platform/schema/index.ts';
import { outbox, webhookDeliveries, webhookQueues, webhooks } from '@db/tenant/schema/index.ts';
import { JOAO, MARIA } from '@test/support/inbound.ts';
import { startReceiver } from '@test/support/receiver.ts';
import { count, eq, like } from 'drizzle-orm';
import { replayDelivery, replayRange } from '../webhooks.service.ts';
import { createWebhooksFixture, type WebhooksFixture } from '../webhooks-fixture.test-support.ts';
import { SLOTS } from './delivery-queues.service.ts';
import { testWebhook } from './test-webhook.service.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let fixtures: WebhooksFixture;
beforeAll(async () => {
  fixtures = await createWebhooksFixture();
});
afterAll(() => fixtures.stop());
beforeEach(async () => {
  await fixtures.reset();
  await fixtures.testApp.kernel.platform.write((tx) => tx.delete(mails));
});

const texts = async (name?: string) =>
  (await fixtures.receiver.got())
    .filter(({ json: { data } }) => !name || (data.contact as { number: string }).number === name)
    .map(({ json: { data } }) => data.text);
const states = async () => (await fixtures.deliveries()).map(({ state }) => state);
const until = async (ms: number, step: number) => {
  for (let past = 0; past < ms; past += step) await fixtures.pass(step);
};

describe('webhook receiver that is down for a day', () => {
  test('gets everything once it is back, in order per conversation', async () => {
    await fixtures.hook(['message.received']);
    await fixtures.receiver.die();
    for (let n = 0; n < 6; n += 1) {
      await fixtures.writes(`maria ${n}`, { from: MARIA });
      await fixtures.writes(`joão ${n}`, { from: JOAO });
      await until(4 * HOUR, HOUR);
    }
    expect(new Set(await states())).toEqual(new Set(['waiting']));
    await fixtures.receiver.rise();
    await until(HOUR, 5 * MINUTE);
    for (const [name, number] of [
      ['maria', '5511988887777'],
      ['joão', '5521977776666'],
    ])
      expect(await texts(number)).toEqual([0, 1, 2, 3, 4, 5].map((n) => `${name} ${n}`));
    const ids = (await fixtures.receiver.got()).map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(12);
    expect(new Set(await states())).toEqual(new Set(['delivered']));
    expect(await fixtures.scope.db.$count(webhookQueues)).toBe(0);
    expect(await fixtures.scope.db.$count(outbox, like(outbox.queueKey, 'webhook:%'))).toBe(0);
  });

  test('is called a few times an hour using few outbox rows while 10,000 conversations wait', async () => {
    const { id } = await fixtures.hook(['message.received'], `${fixtures.receiver.url}/hook`);
    await fixtures.receiver.as({ status: 500 });
    await fixtures.writes('a primeira');
    await fixtures.scope.write(async (tx) => {
      for (let start = 0; start < 10_000; start += 1_000) {
        const rows = Array.from({ length: 1_000 }, (_, n) => start + n);
        await tx.db.insert(webhookDeliveries).values(
          rows.map((n) => ({
            ...{ uuid: `msg_${n}`, webhookId: id, event: 'message.received', queueKey: `contact:9${n}` },
            ...{ body: '{}', waitingSince: tx.now(), createdAt: tx.now() },
          })),
        );
        await tx.db
          .insert(webhookQueues)
          .values(
            rows.map((n) => ({ webhookId: id, queueKey: `contact:9${n}`, slot: n % SLOTS, dueAt: tx.now() })),
          );
      }
    });
    let most = 0;
    for (let past = 0; past < HOUR; past += MINUTE) {
      await fixtures.pass(MINUTE);
      const [held] = await fixtures.scope.db
        .select({ n: count() })
        .from(outbox)
        .where(like(outbox.queueKey, 'webhook:%'));
      most = Math.max(most, held?.n ?? 0);
    }
    expect((await fixtures.receiver.got()).length).toBeLessThan(25);
    expect(most).toBeLessThanOrEqual(SLOTS);
  });
});

describe('webhook delivery attempts', () => {
  test('block only the conversation of a rejected body and end after three days', async () => {
    const { id } = await fixtures.hook(['message.received']);
    await fixtures.receiver.as({ status: 422, only: 'indigesta' });
    await fixtures.writes('indigesta', { from: JOAO });
    await fixtures.writes('depois dela', { from: JOAO });
    await fixtures.writes('da maria', { from: MARIA });
    expect(await states()).toEqual(['waiting', 'waiting', 'delivered']);
    for (let day = 0; day < 3; day += 1) {
      await until(DAY, 2 * HOUR);
      await fixtures.writes(`dia ${day}`, { from: MARIA });
    }
    await until(6 * HOUR, HOUR);
    const [refused, after, ...others] = await fixtures.deliveries();
    expect(refused).toMatchObject({
      state: 'failed',
      status: 422,
      error: 'status',
      answer: 'said the receiver',
    });
    expect(refused?.attempts).toBeGreaterThan(10);
    expect(refused?.attempts).toBeLessThan(40);
    expect(after?.state).toBe('delivered');
    expect(others.map(({ state }) => state)).toEqual(others.map(() => 'delivered'));
    expect((await fixtures.row(id)).pausedAt).toBeNull();
  });

  test('wait as long as a 429 Retry-After requests', async () => {
    await fixtures.hook(['message.received']);
    await fixtures.receiver.as({ status: 429, headers: { 'Retry-After': '1800' } });
    await fixtures.writes('com pressa');
    await until(25 * MINUTE, MINUTE);
    expect(await fixtures.receiver.got()).toHaveLength(1);
    await fixtures.receiver.as({});
    await until(10 * MINUTE, MINUTE);
    expect(await states()).toEqual(['delivered']);
  });

  test('follow no redirect, time out on a silent receiver and truncate long responses', async () => {
    const inside = await startReceiver();
    await fixtures.hook(['message.received']);
    const last = async (text: string, options = {}) => {
      await fixtures.writes(text, options);
      const { error, status, answer } = (await fixtures.deliveries()).at(-1) ?? expect.unreachable();
      return { error, status, answer };
    };
    await fixtures.receiver.as({ status: 302, headers: { Location: `${inside.url}/inside` } });
    expect(await last('para dentro', { from: MARIA })).toMatchObject({ error: 'redirect', status: 302 });
    await fixtures.receiver.as({ isSilent: true });
    expect(await last('calado', { from: JOAO })).toMatchObject({ error: 'timeout', status: null });
    await fixtures.receiver.as({ huge: true });
    const huge = await last('demais', { from: { pn: '5531966665555@s.whatsapp.net', lid: null } });
    expect({ ...huge, answer: huge.answer.length }).toEqual({ error: '', status: 200, answer: 2_000 });
    expect(await inside.got()).toEqual([]);
    await inside.die();
  });

  test('are never made to internal addresses', async () => {
    const inside = await startReceiver();
    // Stored before the form refused them.
    for (const url of [`${inside.url}/hook`, 'http://169.254.169.254/latest/meta-data']) {
      const { id } = await fixtures.hook(['message.received']);
      await fixtures.scope.write((tx) => tx.db.update(webhooks).set({ url }).where(eq(webhooks.id, id)));
    }
    await fixtures.writes('para dentro');
    expect((await fixtures.deliveries()).map(({ error }) => error)).toEqual(['not_public', 'not_public']);
    expect(await inside.got()).toEqual([]);
    await inside.die();
  });
});

describe('webhook deliveries of several conversations', () => {
  const people = Array.from({ length: 12 }, (_, n) => ({
    pn: `55119${10_000_000 + n}@s.whatsapp.net`,
    lid: `77${n}@lid`,
  }));

  test('that were sent before an internal error are not sent again', async () => {
    await fixtures.hook(['message.received']);
    await fixtures.receiver.as({ status: 500 });
    for (const from of people) await fixtures.writes('oi', { from });
    await fixtures.receiver.as({});
    await fixtures.receiver.take();
    const { services } = fixtures.testApp.kernel;
    const { safeCall } = services;
    let calls = 0;
    services.safeCall = (url, call) => {
      calls += 1;
      if (calls === 6) throw new Error('internal');
      return safeCall(url, call);
    };
    await until(HOUR, 5 * MINUTE);
    services.safeCall = safeCall;
    expect(new Set(await states())).toEqual(new Set(['delivered']));
    const ids = (await fixtures.receiver.got()).map(({ headers }) => headers['webhook-id']);
    expect([ids.length, new Set(ids).size]).toEqual([12, 12]);
  });
});

describe('failing webhook receiver', () => {
  test('does not delay another receiver', async () => {
    await fixtures.hook(['message.received'], fixtures.deadUrl);
    await fixtures.hook(['message.received']);
    for (let n = 0; n < 5; n += 1) await fixtures.writes(`para dois ${n}`);
    expect(await texts()).toHaveLength(5);
  });

  test('is paused after three days with one mail per administrator while new events queue', async () => {
    const { id } = await fixtures.hook(['message.received'], fixtures.deadUrl);
    await fixtures.writes('para ninguém');
    await until(3 * DAY + HOUR, HOUR);
    expect(await fixtures.row(id)).toMatchObject({ pausedFor: 'failing' });
    const posted = await fixtures.testApp.kernel.platform.db.select().from(mails);
    expect(posted.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['webhooks:failing', 'ana@aurora.test'],
    ]);
    const tried = (await fixtures.deliveries())[0];
    expect(tried?.state).toBe('failed');
    await fixtures.writes('enquanto isso');
    await until(DAY, HOUR);
    expect((await fixtures.deliveries()).map(({ state, attempts }) => [state, attempts > 0])).toEqual([
      ['failed', true],
      ['waiting', false],
    ]);
  });

  test('is paused at once after a 410', async () => {
    const { id } = await fixtures.hook(['message.received']);
    await fixtures.receiver.as({ status: 410 });
    await fixtures.writes('adeus');
    expect(await fixtures.row(id)).toMatchObject({ pausedFor: 'gone' });
    const posted = await fixtures.testApp.kernel.platform.db.select().from(mails);
    expect(posted.map(({ kind }) => kind)).toEqual(['webhooks:gone']);
    await until(DAY, HOUR);
    expect(await fixtures.receiver.got()).toHaveLength(1);
  });
});

describe('webhook replay', () => {
  test('sends one delivery under its original id, even twice', async () => {
    const { id } = await fixtures.hook(['message.received']);
    await fixtures.writes('outra vez');
    const [{ id: deliveryId } = { id: 0 }] = await fixtures.deliveries();
    await replayDelivery(fixtures.scope, { webhookId: id, deliveryId });
    await fixtures.testApp.settle();
    const got = await fixtures.receiver.got();
    expect(got).toHaveLength(2);
    expect(got[0]?.body).toBe(got[1]?.body ?? '');
    expect(got[0]?.headers['webhook-id']).toBe(got[1]?.headers['webhook-id'] ?? '');
  });

  test('sends the failed or all deliveries of a time range in order', async () => {
    const { id } = await fixtures.hook(['message.received']);
    const from = fixtures.testApp.clock.now.toISOString();
    for (const text of ['a', 'b', 'c']) await fixtures.writes(text);
    const to = new Date(fixtures.testApp.clock.now.getTime() + 1).toISOString();
    await fixtures.receiver.take();
    expect(await replayRange(fixtures.scope, { webhookId: id, from, to, which: 'failed' })).toBe(0);
    expect(await replayRange(fixtures.scope, { webhookId: id, from, to, which: 'all' })).toBe(3);
    await fixtures.testApp.settle();
    expect(await texts()).toEqual(['a', 'b', 'c']);
  });
});

describe('webhook test delivery', () => {
  test('is sent once regardless of the queue and returns the result', async () => {
    const { id } = await fixtures.hook(['message.received']);
    await fixtures.receiver.as({ status: 500 });
    expect(await testWebhook(fixtures.scope, { webhookId: id })).toMatchObject({
      ...{ event: 'test', state: 'failed', status: 500, error: 'status', answer: 'said the receiver' },
    });
    await fixtures.receiver.as({});
    expect(await testWebhook(fixtures.scope, { webhookId: id })).toMatchObject({
      state: 'delivered',
      status: 200,
    });
    await until(HOUR, 10 * MINUTE);
    expect(await fixtures.receiver.got()).toHaveLength(2);
  });
});

test('the delivery log is deleted after thirty days', async () => {
  await fixtures.hook(['message.received']);
  await fixtures.writes('velha');
  await until(29 * DAY, 6 * HOUR);
  expect(await fixtures.deliveries()).toHaveLength(1);
  await until(3 * DAY, 6 * HOUR);
  expect(await fixtures.deliveries()).toEqual([]);
});
