import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { mails } from '@db/platform/schema/index.ts';
import { outbox, webhookDeliveries, webhookLanes, webhooks } from '@db/tenant/schema/index.ts';
import { JOAO, MARIA } from '@test/support/inbound.ts';
import { startReceiver } from '@test/support/receiver.ts';
import { count, eq, like } from 'drizzle-orm';
import { replayDelivery, replayRange, setWebhookActive } from '../webhooks.service.ts';
import { createHooksDesk, type HooksDesk } from '../webhooks-desk.test-support.ts';
import { SLOTS } from './lanes.ts';
import { testWebhook } from './test-delivery.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let world: HooksDesk;
beforeAll(async () => {
  world = await createHooksDesk();
});
afterAll(() => world.stop());
beforeEach(async () => {
  await world.reset();
  await world.desk.kernel.platform.write((tx) => tx.delete(mails));
});

const texts = async (name?: string) =>
  (await world.receiver.got())
    .filter(({ json: { data } }) => !name || (data.contact as { number: string }).number === name)
    .map(({ json: { data } }) => data.text);
const states = async () => (await world.deliveries()).map(({ state }) => state);
const until = async (ms: number, step: number) => {
  for (let past = 0; past < ms; past += step) await world.pass(step);
};

describe('a receiver that is down for a day', () => {
  test('gets everything once it is back, each conversation in its order', async () => {
    await world.hook(['message.received']);
    await world.receiver.die();
    for (let n = 0; n < 6; n += 1) {
      await world.writes(`maria ${n}`, { from: MARIA });
      await world.writes(`joão ${n}`, { from: JOAO });
      await until(4 * HOUR, HOUR);
    }
    expect(new Set(await states())).toEqual(new Set(['waiting']));
    await world.receiver.rise();
    await until(HOUR, 5 * MINUTE);
    for (const [name, number] of [
      ['maria', '5511988887777'],
      ['joão', '5521977776666'],
    ])
      expect(await texts(number)).toEqual([0, 1, 2, 3, 4, 5].map((n) => `${name} ${n}`));
    const ids = (await world.receiver.got()).map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(12);
    expect(new Set(await states())).toEqual(new Set(['delivered']));
    expect(await world.scope.db.$count(webhookLanes)).toBe(0);
    expect(await world.scope.db.$count(outbox, like(outbox.lane, 'webhook:%'))).toBe(0);
  }, 60_000);

  test('with ten thousand conversations waiting is asked a few times an hour, and holds a few rows', async () => {
    const { id } = await world.hook(['message.received'], `${world.receiver.url}/hook`);
    await world.receiver.as({ status: 500 });
    await world.writes('a primeira');
    await world.scope.write(async (tx) => {
      for (let start = 0; start < 10_000; start += 1_000) {
        const rows = Array.from({ length: 1_000 }, (_, n) => start + n);
        await tx.db.insert(webhookDeliveries).values(
          rows.map((n) => ({
            ...{ uuid: `msg_${n}`, webhookId: id, event: 'message.received', lane: `contact:9${n}` },
            ...{ body: '{}', waitingSince: tx.now(), createdAt: tx.now() },
          })),
        );
        await tx.db
          .insert(webhookLanes)
          .values(
            rows.map((n) => ({ webhookId: id, lane: `contact:9${n}`, slot: n % SLOTS, dueAt: tx.now() })),
          );
      }
    });
    let most = 0;
    for (let past = 0; past < HOUR; past += MINUTE) {
      await world.pass(MINUTE);
      const [held] = await world.scope.db
        .select({ n: count() })
        .from(outbox)
        .where(like(outbox.lane, 'webhook:%'));
      most = Math.max(most, held?.n ?? 0);
    }
    expect((await world.receiver.got()).length).toBeLessThan(25);
    expect(most).toBeLessThanOrEqual(SLOTS);
  }, 60_000);
});

describe('tries', () => {
  test('of one body that is refused hold back its conversation alone, and end after three days', async () => {
    const { id } = await world.hook(['message.received']);
    await world.receiver.as({ status: 422, only: 'indigesta' });
    await world.writes('indigesta', { from: JOAO });
    await world.writes('depois dela', { from: JOAO });
    await world.writes('da maria', { from: MARIA });
    expect(await states()).toEqual(['waiting', 'waiting', 'delivered']);
    for (let day = 0; day < 3; day += 1) {
      await until(DAY, 2 * HOUR);
      await world.writes(`dia ${day}`, { from: MARIA });
    }
    await until(6 * HOUR, HOUR);
    const [refused, after, ...others] = await world.deliveries();
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
    expect((await world.row(id)).pausedAt).toBeNull();
  }, 60_000);

  test('wait as long as a busy receiver asks for', async () => {
    await world.hook(['message.received']);
    await world.receiver.as({ status: 429, headers: { 'Retry-After': '1800' } });
    await world.writes('com pressa');
    await until(25 * MINUTE, MINUTE);
    expect(await world.receiver.got()).toHaveLength(1);
    await world.receiver.as({});
    await until(10 * MINUTE, MINUTE);
    expect(await states()).toEqual(['delivered']);
  });

  test('follow no redirect, wait for nobody who is silent, and read no answer to its end', async () => {
    const inside = await startReceiver();
    await world.hook(['message.received']);
    const last = async (text: string, given = {}) => {
      await world.writes(text, given);
      const { error, status, answer } = (await world.deliveries()).at(-1) ?? expect.unreachable();
      return { error, status, answer };
    };
    await world.receiver.as({ status: 302, headers: { Location: `${inside.url}/inside` } });
    expect(await last('para dentro', { from: MARIA })).toMatchObject({ error: 'redirect', status: 302 });
    await world.receiver.as({ isSilent: true });
    expect(await last('calado', { from: JOAO })).toMatchObject({ error: 'timeout', status: null });
    await world.receiver.as({ huge: true });
    const huge = await last('demais', { from: { pn: '5531966665555@s.whatsapp.net', lid: null } });
    expect({ ...huge, answer: huge.answer.length }).toEqual({ error: '', status: 200, answer: 2_000 });
    expect(await inside.got()).toEqual([]);
    await inside.die();
  });

  test('of addresses inside are never made', async () => {
    const inside = await startReceiver();
    // Stored before the form refused them.
    for (const url of [`${inside.url}/hook`, 'http://169.254.169.254/latest/meta-data']) {
      const { id } = await world.hook(['message.received']);
      await world.scope.write((tx) => tx.db.update(webhooks).set({ url }).where(eq(webhooks.id, id)));
    }
    await world.writes('para dentro');
    expect((await world.deliveries()).map(({ error }) => error)).toEqual(['not_public', 'not_public']);
    expect(await inside.got()).toEqual([]);
    await inside.die();
  });
});

describe('a dead receiver', () => {
  test('costs another one nothing', async () => {
    await world.hook(['message.received'], world.deadUrl);
    await world.hook(['message.received']);
    for (let n = 0; n < 5; n += 1) await world.writes(`para dois ${n}`);
    expect(await texts()).toHaveLength(5);
  });

  test('is paused after three days, with one mail to each administrator; what happens on waits', async () => {
    const { id } = await world.hook(['message.received'], world.deadUrl);
    await world.writes('para ninguém');
    await until(3 * DAY + HOUR, HOUR);
    expect(await world.row(id)).toMatchObject({ pausedFor: 'failing' });
    const posted = await world.desk.kernel.platform.db.select().from(mails);
    expect(posted.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['webhooks:failing', 'ana@aurora.test'],
    ]);
    const tried = (await world.deliveries())[0];
    expect(tried?.state).toBe('failed');
    await world.writes('enquanto isso');
    await until(DAY, HOUR);
    expect((await world.deliveries()).map(({ state, attempts }) => [state, attempts > 0])).toEqual([
      ['failed', true],
      ['waiting', false],
    ]);
  }, 60_000);

  test('that says 410 is paused at once', async () => {
    const { id } = await world.hook(['message.received']);
    await world.receiver.as({ status: 410 });
    await world.writes('adeus');
    expect(await world.row(id)).toMatchObject({ pausedFor: 'gone' });
    const posted = await world.desk.kernel.platform.db.select().from(mails);
    expect(posted.map(({ kind }) => kind)).toEqual(['webhooks:gone']);
    await until(DAY, HOUR);
    expect(await world.receiver.got()).toHaveLength(1);
  });

  test('gets what waited when it is resumed', async () => {
    const { id } = await world.hook(['message.received']);
    await setWebhookActive(world.scope, { webhookId: id, isActive: false });
    for (const text of ['um', 'dois', 'três']) await world.writes(text);
    expect(await world.receiver.got()).toEqual([]);
    await setWebhookActive(world.scope, { webhookId: id, isActive: true });
    await world.desk.settle();
    expect(await texts()).toEqual(['um', 'dois', 'três']);
  });
});

describe('a replay', () => {
  test('of one goes out under its own id, also twice', async () => {
    const { id } = await world.hook(['message.received']);
    await world.writes('outra vez');
    const [{ id: deliveryId } = { id: 0 }] = await world.deliveries();
    await replayDelivery(world.scope, { webhookId: id, deliveryId });
    await world.desk.settle();
    const got = await world.receiver.got();
    expect(got).toHaveLength(2);
    expect(got[0]?.body).toBe(got[1]?.body ?? '');
    expect(got[0]?.headers['webhook-id']).toBe(got[1]?.headers['webhook-id'] ?? '');
  });

  test('of a range sends what failed, or everything, in its order', async () => {
    const { id } = await world.hook(['message.received']);
    const from = world.desk.clock.now.toISOString();
    for (const text of ['a', 'b', 'c']) await world.writes(text);
    const to = new Date(world.desk.clock.now.getTime() + 1).toISOString();
    await world.receiver.forget();
    expect(await replayRange(world.scope, { webhookId: id, from, to, which: 'failed' })).toBe(0);
    expect(await replayRange(world.scope, { webhookId: id, from, to, which: 'all' })).toBe(3);
    await world.desk.settle();
    expect(await texts()).toEqual(['a', 'b', 'c']);
  });
});

describe('a test', () => {
  test('is sent once, whatever waits, and says what came of it', async () => {
    const { id } = await world.hook(['message.received']);
    await world.receiver.as({ status: 500 });
    expect(await testWebhook(world.scope, { webhookId: id })).toMatchObject({
      ...{ event: 'test', state: 'failed', status: 500, error: 'status', answer: 'said the receiver' },
    });
    await world.receiver.as({});
    expect(await testWebhook(world.scope, { webhookId: id })).toMatchObject({
      state: 'delivered',
      status: 200,
    });
    await until(HOUR, 10 * MINUTE);
    expect(await world.receiver.got()).toHaveLength(2);
  });
});

test('the log is kept for thirty days', async () => {
  await world.hook(['message.received']);
  await world.writes('velha');
  await until(29 * DAY, 6 * HOUR);
  expect(await world.deliveries()).toHaveLength(1);
  await until(3 * DAY, 6 * HOUR);
  expect(await world.deliveries()).toEqual([]);
});
