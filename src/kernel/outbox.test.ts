import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { createOutboxStand, gate, type OutboxStand, until } from './outbox.test-support.ts';
import { TryLater } from './outbox.ts';

let stand: OutboxStand;

beforeAll(async () => {
  stand = await createOutboxStand();
});
afterAll(() => stand.desk.stop());
beforeEach(() => stand.reset());
afterEach(() => stand.outbox.stop());

describe('order', () => {
  test('rows of a lane go one after the other; lanes do not wait for each other', async () => {
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

  test('a failing row holds up its own lane only, and goes first when its time has come', async () => {
    let isDown = true;
    stand.handle((n) => {
      if (n === 1 && isDown) throw new TryLater('ERR_SENDING_WAPP_MSG');
    });
    await stand.add('send:1:1', 1, 2);
    await stand.add('send:1:2', 10);
    await stand.outbox.idle();
    expect(stand.done).toEqual([10]);
    isDown = false;
    stand.desk.clock.advance(1_000);
    stand.outbox.wake(stand.scope.companyId, 'send:1:');
    await stand.outbox.idle();
    expect(stand.done).toEqual([10, 1, 2]);
  });

  test('slow lanes of one connection leave room for every other', async () => {
    const slow = gate();
    stand.handle((n) => (n < 100 ? slow.pass() : undefined));
    for (let lane = 0; lane < 30; lane += 1) await stand.add(`send:1:${lane}`, lane);
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
  test('work that is added in the moment a lane ends', async () => {
    stand.handle();
    for (let n = 0; n < 300; n += 1) {
      await stand.add('send:1:1', n);
      for (let turn = 0; turn < n % 40; turn += 1) await Promise.resolve();
    }
    await until(() => stand.done.length === 300);
    expect(stand.done).toEqual(Array.from({ length: 300 }, (_, n) => n));
  });

  test('a wake that comes while another is looking', async () => {
    let isDown = true;
    stand.handle(() => {
      if (isDown) throw new TryLater('ERR_WAPP_NOT_INITIALIZED', { patient: true });
    });
    await stand.add('send:1:1', 1);
    await stand.outbox.idle();
    isDown = false;
    stand.outbox.wake(stand.scope.companyId);
    stand.outbox.wake(stand.scope.companyId, 'send:1:');
    await stand.outbox.idle();
    expect(stand.done).toEqual([1]);
  });

  test('a wake that comes while the row is being tried', async () => {
    const trying = gate();
    let tries = 0;
    stand.handle(async () => {
      tries += 1;
      if (tries > 1) return;
      await trying.pass();
      throw new TryLater('ERR_WAPP_NOT_INITIALIZED', { patient: true });
    });
    await stand.add('send:1:1', 1);
    await trying.isReached;
    stand.outbox.wake(stand.scope.companyId, 'send:1:');
    trying.open();
    await stand.outbox.idle();
    expect(stand.done).toEqual([1]);
  });

  test('what a crash left: a new process takes it up', async () => {
    await stand.add('send:1:1', 1, 2);
    await stand.outbox.stop();
    stand.outbox = stand.create();
    stand.handle();
    stand.outbox.wake(stand.scope.companyId);
    await stand.outbox.idle();
    expect(stand.done).toEqual([1, 2]);
  });

  test('a wake reaches only the lanes it names', async () => {
    let isDown = true;
    stand.handle(() => {
      if (isDown) throw new TryLater('ERR_WAPP_NOT_INITIALIZED', { patient: true });
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

describe('transactions', () => {
  test('work of a write that failed is never done', async () => {
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

  test('a row goes only with what settles it', async () => {
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

  test('after stop nothing starts', async () => {
    stand.handle();
    await stand.outbox.stop();
    await stand.add('send:1:1', 1);
    await stand.outbox.idle();
    expect(stand.done).toEqual([]);
    expect(await stand.left()).toHaveLength(1);
  });
});
