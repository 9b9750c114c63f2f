import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { createOutboxStand, gate, type OutboxStand, until } from './outbox.test-support.ts';
import { TryLater } from './outbox.ts';

let stand: OutboxStand;

beforeAll(async () => {
  stand = await createOutboxStand();
});
afterAll(() => stand.testApp.stop());
beforeEach(() => stand.reset());
afterEach(() => stand.outbox.stop());

describe('order', () => {
  test('processes a queue key in order and different keys in parallel', async () => {
    const slow = gate();
    stand.handle((n) => (n === 1 ? slow.pass() : undefined));
    await stand.add('send:1:1', 1, 2, 3);
    await stand.add('send:1:2', 10, 11);
    await until(() => stand.done.length === 2);
    expect(stand.done).toEqual([10, 11]);
    slow.open();
    await stand.outbox.idle();
    expect(stand.done).toEqual([10, 11, 1, 2, 3]);
    expect(await stand.left()).toEqual([]);
  });

  test('a failing row blocks only its queue key and runs first when due', async () => {
    let isDown = true;
    stand.handle((n) => {
      if (n === 1 && isDown) throw new TryLater('ERR_SENDING_WAPP_MSG');
    });
    await stand.add('send:1:1', 1, 2);
    await stand.add('send:1:2', 10);
    await stand.outbox.idle();
    expect(stand.done).toEqual([10]);
    isDown = false;
    stand.testApp.clock.advance(1_000);
    stand.outbox.wake(stand.scope.companyId, 'send:1:');
    await stand.outbox.idle();
    expect(stand.done).toEqual([10, 1, 2]);
  });

  test('slow queue keys of one connection leave room for others', async () => {
    const slow = gate();
    stand.handle((n) => (n < 100 ? slow.pass() : undefined));
    for (let queueKey = 0; queueKey < 30; queueKey += 1) await stand.add(`send:1:${queueKey}`, queueKey);
    await stand.add('send:2:1', 100);
    await stand.add('media:1:0', 101);
    await until(() => stand.done.length === 2);
    expect(stand.done.toSorted()).toEqual([100, 101]);
    slow.open();
    await stand.outbox.idle();
    expect(stand.done).toHaveLength(32);
  });
});

describe('nothing is missed', () => {
  test('work that is added while a queue key finishes', async () => {
    stand.handle();
    for (let n = 0; n < 300; n += 1) {
      await stand.add('send:1:1', n);
      for (let turn = 0; turn < n % 40; turn += 1) await Promise.resolve();
    }
    await until(() => stand.done.length === 300);
    expect(stand.done).toEqual(Array.from({ length: 300 }, (_, n) => n));
  });

  test('a wake during another lookup', async () => {
    let isDown = true;
    stand.handle(() => {
      if (isDown) throw new TryLater('ERR_WAPP_NOT_INITIALIZED', { uncounted: true });
    });
    await stand.add('send:1:1', 1);
    await stand.outbox.idle();
    isDown = false;
    stand.outbox.wake(stand.scope.companyId);
    stand.outbox.wake(stand.scope.companyId, 'send:1:');
    await stand.outbox.idle();
    expect(stand.done).toEqual([1]);
  });

  test('a wake while the row is being attempted', async () => {
    const trying = gate();
    let tries = 0;
    stand.handle(async () => {
      tries += 1;
      if (tries > 1) return;
      await trying.pass();
      throw new TryLater('ERR_WAPP_NOT_INITIALIZED', { uncounted: true });
    });
    await stand.add('send:1:1', 1);
    await trying.isReached;
    stand.outbox.wake(stand.scope.companyId, 'send:1:');
    trying.open();
    await stand.outbox.idle();
    expect(stand.done).toEqual([1]);
  });

  test('rows left by a crash are processed after a restart', async () => {
    await stand.add('send:1:1', 1, 2);
    await stand.outbox.stop();
    stand.outbox = stand.create();
    stand.handle();
    stand.outbox.wake(stand.scope.companyId);
    await stand.outbox.idle();
    expect(stand.done).toEqual([1, 2]);
  });

  test('a wake affects only the queue keys it names', async () => {
    let isDown = true;
    stand.handle(() => {
      if (isDown) throw new TryLater('ERR_WAPP_NOT_INITIALIZED', { uncounted: true });
    });
    await stand.add('send:1:1', 1);
    await stand.add('send:12:1', 2);
    await stand.outbox.idle();
    isDown = false;
    stand.outbox.wake(stand.scope.companyId, 'send:1:');
    await stand.outbox.idle();
    expect(stand.done).toEqual([1]);
  });
});

describe('a company that is deleted or restored', () => {
  test('is left at the next row, and its rows run once it is back', async () => {
    const slow = gate();
    stand.handle((n) => (n === 1 ? slow.pass() : undefined));
    const { companyId } = stand.scope;
    await stand.add('send:1:1', 1, 2);
    await slow.isReached;
    stand.outbox.release(companyId);
    slow.open();
    await stand.outbox.idle();
    await stand.add('send:1:2', 3);
    stand.outbox.wake(companyId);
    await stand.outbox.idle();
    expect(stand.done).toEqual([1]);
    stand.outbox.adopt(companyId);
    await stand.outbox.idle();
    expect(stand.done.toSorted()).toEqual([1, 2, 3]);
  });
});

describe('transactions', () => {
  test('work of a rolled back write never runs', async () => {
    stand.handle();
    const failing = stand.scope.write(async (tx) => {
      await stand.outbox.add(tx, 'send:1:1', 'test.work', { n: 1 });
      throw new Error('no');
    });
    expect(failing).rejects.toThrow('no');
    await failing.catch(() => undefined);
    await stand.outbox.idle();
    expect(stand.done).toEqual([]);
    expect(await stand.left()).toEqual([]);
  });

  test('a row remains when its outcome cannot be written', async () => {
    stand.outbox.handle('test.work', {
      async run() {
        return async () => {
          throw new Error('cannot be written');
        };
      },
      async park() {},
    });
    await stand.add('send:1:1', 1);
    await stand.outbox.idle();
    expect(await stand.left()).toHaveLength(1);
  });

  test('nothing starts after stop', async () => {
    stand.handle();
    await stand.outbox.stop();
    await stand.add('send:1:1', 1);
    await stand.outbox.idle();
    expect(stand.done).toEqual([]);
    expect(await stand.left()).toHaveLength(1);
  });
});
