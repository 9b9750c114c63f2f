import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { outbox } from '@db/tenant/schema/index.ts';
import { createOutboxStand, type OutboxStand } from './outbox.test-support.ts';
import { GiveUp, TryLater } from './outbox.ts';

let stand: OutboxStand;

beforeAll(async () => {
  stand = await createOutboxStand();
});
afterAll(() => stand.testApp.stop());
beforeEach(() => stand.reset());
afterEach(() => stand.outbox.stop());

describe('failures', () => {
  test('retries a failing row with backoff and parks it after six attempts', async () => {
    stand.handle(() => {
      throw new TryLater('ERR_SENDING_WAPP_MSG');
    });
    await stand.add('send:1:1', 1);
    await stand.outbox.idle();
    const pauses: number[] = [];
    while (stand.parked.length === 0) {
      const [row] = await stand.left();
      const pause = (row?.dueAt.getTime() ?? 0) - stand.testApp.clock.now.getTime();
      pauses.push(pause);
      await stand.pass(pause - 1);
      expect(stand.parked).toEqual([]);
      await stand.pass(1);
    }
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
    expect(stand.parked).toEqual([[1, 'ERR_SENDING_WAPP_MSG']]);
    expect((await stand.left())[0]?.parkedAt).not.toBeNull();
  });

  test('waiting for a connection is not counted as an attempt', async () => {
    stand.handle(() => {
      throw new TryLater('ERR_WAPP_NOT_INITIALIZED', { uncounted: true });
    });
    await stand.add('send:1:1', 1);
    for (let round = 0; round < 10; round += 1) {
      stand.outbox.wake(stand.scope.companyId, 'send:');
      await stand.outbox.idle();
    }
    expect((await stand.left())[0]).toMatchObject({ attempts: 0, parkedAt: null });
    expect(stand.parked).toEqual([]);
  });

  test('parks a final failure at once and continues with its queue', async () => {
    stand.handle((n) => {
      if (n === 1) throw new GiveUp('ERR_NO_WAPP_FOUND');
    });
    await stand.add('send:1:1', 1, 2);
    await stand.outbox.idle();
    expect(stand.parked).toEqual([[1, 'ERR_NO_WAPP_FOUND']]);
    expect(stand.done).toEqual([2]);
  });

  test('retains parked and unhandled rows for a month', async () => {
    stand.handle(() => {
      throw new GiveUp('ERR_NO_WAPP_FOUND');
    });
    await stand.add('send:1:1', 1);
    await stand.outbox.idle();
    const { clock } = stand.testApp;
    const aside = { queueKey: 'x', kind: 'test.aside', payload: {}, dueAt: clock.now, parkedAt: clock.now };
    await stand.scope.write((tx) => tx.db.insert(outbox).values(aside));
    clock.advance(30 * 86_400_000);
    await stand.add('send:1:2', 2);
    await stand.outbox.forgetParked(stand.scope);
    expect(await stand.left()).toHaveLength(3);
    clock.advance(1);
    await stand.outbox.forgetParked(stand.scope);
    expect((await stand.left()).map(({ kind, queueKey }) => [kind, queueKey])).toEqual([
      ['test.aside', 'x'],
      ['test.work', 'send:1:2'],
    ]);
  });

  test('retries after an unexpected exception', async () => {
    stand.handle((_n, attempts) => {
      if (attempts === 0) throw new TypeError('a fault');
    });
    await stand.add('send:1:1', 1);
    await stand.outbox.idle();
    expect((await stand.left())[0]).toMatchObject({ attempts: 1, error: 'ERR_INTERNAL' });
    await stand.pass(1_000);
    expect(stand.done).toEqual([1]);
  });

  test('parks rows without a handler', async () => {
    await stand.add('send:1:1', 1);
    await stand.outbox.idle();
    expect((await stand.left())[0]).toMatchObject({ error: 'ERR_INTERNAL' });
    expect((await stand.left())[0]?.parkedAt).not.toBeNull();
  });

  test('retries after the database of a company failed', async () => {
    let isDown = true;
    stand.outbox = stand.create(() =>
      isDown ? Promise.reject(new Error('disk')) : stand.testApp.systemScope(),
    );
    stand.handle();
    await stand.add('send:1:1', 1);
    await stand.outbox.idle();
    isDown = false;
    await stand.pass(1_000);
    expect(stand.done).toEqual([1]);
  });

  test('a queue whose scope fails is retried later', async () => {
    let calls = 0;
    stand.outbox = stand.create(() => {
      calls += 1;
      return calls === 2 ? Promise.reject(new Error('disk')) : stand.testApp.systemScope();
    });
    stand.handle();
    await stand.add('send:1:1', 1);
    await stand.outbox.idle();
    expect(stand.done).toEqual([]);
    await stand.pass(1_000);
    expect(stand.done).toEqual([1]);
  });
});
