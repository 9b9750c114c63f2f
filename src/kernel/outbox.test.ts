import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { outbox as rows } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { asc } from 'drizzle-orm';
import { createLog } from './log.ts';
import { createOutbox, GiveUp, type Outbox, type OutboxHandler, TryLater } from './outbox.ts';
import type { Scope } from './scope.ts';

declare module './outbox.ts' {
  interface OutboxKinds {
    'test.work': { n: number };
  }
}

let desk: TestDesk;
let scope: Scope;
let outbox: Outbox;
let done: number[];
let parked: [number, string][];

beforeAll(async () => {
  desk = await createTestDesk();
  scope = await desk.systemScope();
});
afterAll(() => desk.stop());

beforeEach(async () => {
  await scope.write((tx) => tx.db.delete(rows).then(() => undefined));
  done = [];
  parked = [];
  outbox = create();
});
afterEach(() => outbox.stop());

function create(
  scopeOf = (id: number) => (id === scope.companyId ? desk.systemScope() : desk.systemScope('boreal')),
) {
  return createOutbox({ log: createLog('silent'), scopeOf });
}

/** What each piece of work does, by its number; done when nothing is said. */
function handle(
  work: (n: number, attempts: number, scope: Scope) => Promise<void> | void = () => undefined,
): void {
  const handler: OutboxHandler<'test.work'> = {
    async run(scope, job) {
      await work(job.payload.n, job.attempts, scope);
      return async () => void done.push(job.payload.n);
    },
    async park(_tx, job, code) {
      parked.push([job.payload.n, code]);
    },
  };
  outbox.handle('test.work', handler);
}

const add = (lane: string, ...numbers: number[]) =>
  scope.write(async (tx) => {
    for (const n of numbers) await outbox.add(tx, lane, 'test.work', { n });
  });
const left = () => scope.db.select().from(rows).orderBy(asc(rows.id));

/** A gate that work waits at until it is opened. */
function gate() {
  let open = (): void => undefined;
  let reached = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const isReached = new Promise<void>((resolve) => {
    reached = resolve;
  });
  return {
    open,
    isReached,
    async pass() {
      reached();
      await opened;
    },
  };
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 5_000; turn += 1) {
    if (await isSo()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error('it did not come to pass');
}

describe('order', () => {
  test('rows of a lane go one after the other; lanes do not wait for each other', async () => {
    const slow = gate();
    handle((n) => (n === 1 ? slow.pass() : undefined));
    await add('send:1:1', 1, 2, 3);
    await add('send:1:2', 10, 11);
    await until(() => done.length === 2);
    expect(done).toEqual([10, 11]);
    slow.open();
    await outbox.idle();
    expect(done).toEqual([10, 11, 1, 2, 3]);
    expect(await left()).toEqual([]);
  });

  test('a failing row holds up its own lane only, and goes first when its time has come', async () => {
    let isDown = true;
    handle((n) => {
      if (n === 1 && isDown) throw new TryLater('ERR_SENDING_WAPP_MSG');
    });
    await add('send:1:1', 1, 2);
    await add('send:1:2', 10);
    await outbox.idle();
    expect(done).toEqual([10]);
    isDown = false;
    desk.clock.advance(1_000);
    outbox.wake(scope.companyId, 'send:1:');
    await outbox.idle();
    expect(done).toEqual([10, 1, 2]);
  });

  test('slow lanes of one connection leave room for every other', async () => {
    const slow = gate();
    handle((n) => (n < 100 ? slow.pass() : undefined));
    for (let lane = 0; lane < 30; lane += 1) await add(`send:1:${lane}`, lane);
    await add('send:2:1', 100);
    await add('media:1:0', 101);
    await until(() => done.length === 2);
    expect(done.toSorted()).toEqual([100, 101]);
    slow.open();
    await outbox.idle();
    expect(done).toHaveLength(32);
  });
});

describe('nothing is missed', () => {
  test('work that is added in the moment a lane ends', async () => {
    handle();
    for (let n = 0; n < 300; n += 1) {
      await add('send:1:1', n);
      // Every number of turns between adding and adding again is tried.
      for (let turn = 0; turn < n % 40; turn += 1) await Promise.resolve();
    }
    await until(() => done.length === 300);
    expect(done).toEqual(Array.from({ length: 300 }, (_, n) => n));
  });

  test('a wake that comes while another is looking', async () => {
    let isDown = true;
    handle(() => {
      if (isDown) throw new TryLater('ERR_WAPP_NOT_INITIALIZED', { patient: true });
    });
    await add('send:1:1', 1);
    await outbox.idle();
    isDown = false;
    outbox.wake(scope.companyId);
    outbox.wake(scope.companyId, 'send:1:');
    await outbox.idle();
    expect(done).toEqual([1]);
  });

  test('a wake that comes while the row is being tried', async () => {
    const trying = gate();
    let tries = 0;
    handle(async () => {
      tries += 1;
      if (tries > 1) return;
      await trying.pass();
      throw new TryLater('ERR_WAPP_NOT_INITIALIZED', { patient: true });
    });
    await add('send:1:1', 1);
    await trying.isReached;
    outbox.wake(scope.companyId, 'send:1:');
    trying.open();
    await outbox.idle();
    expect(done).toEqual([1]);
  });

  test('what a crash left: a new process takes it up', async () => {
    await add('send:1:1', 1, 2);
    await outbox.stop();
    outbox = create();
    handle();
    outbox.wake(scope.companyId);
    await outbox.idle();
    expect(done).toEqual([1, 2]);
  });

  test('a wake reaches only the lanes it names', async () => {
    let isDown = true;
    handle(() => {
      if (isDown) throw new TryLater('ERR_WAPP_NOT_INITIALIZED', { patient: true });
    });
    await add('send:1:1', 1);
    await add('send:12:1', 2);
    await outbox.idle();
    isDown = false;
    outbox.wake(scope.companyId, 'send:1:');
    await outbox.idle();
    expect(done).toEqual([1]);
  });
});

describe('failures', () => {
  test('a stubborn one is tried six times, further and further apart, then given up', async () => {
    handle(() => {
      throw new TryLater('ERR_SENDING_WAPP_MSG');
    });
    await add('send:1:1', 1);
    await outbox.idle();
    const pauses: number[] = [];
    while (parked.length === 0) {
      const [row] = await left();
      const pause = (row?.dueAt.getTime() ?? 0) - desk.clock.now.getTime();
      pauses.push(pause);
      desk.clock.advance(pause);
      outbox.wake(scope.companyId, 'send:');
      await outbox.idle();
    }
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
    expect(parked).toEqual([[1, 'ERR_SENDING_WAPP_MSG']]);
    expect((await left())[0]?.parkedAt).not.toBeNull();
  });

  test('waiting for a connection is not counted as a try', async () => {
    handle(() => {
      throw new TryLater('ERR_WAPP_NOT_INITIALIZED', { patient: true });
    });
    await add('send:1:1', 1);
    for (let round = 0; round < 10; round += 1) {
      outbox.wake(scope.companyId, 'send:');
      await outbox.idle();
    }
    expect((await left())[0]).toMatchObject({ attempts: 0, parkedAt: null });
    expect(parked).toEqual([]);
  });

  test('a final one is given up at once, and the next of its lane goes', async () => {
    handle((n) => {
      if (n === 1) throw new GiveUp('ERR_NO_WAPP_FOUND');
    });
    await add('send:1:1', 1, 2);
    await outbox.idle();
    expect(parked).toEqual([[1, 'ERR_NO_WAPP_FOUND']]);
    expect(done).toEqual([2]);
  });

  test('a fault of ours is tried again, too', async () => {
    handle((_n, attempts) => {
      if (attempts === 0) throw new TypeError('a fault');
    });
    await add('send:1:1', 1);
    await outbox.idle();
    expect((await left())[0]).toMatchObject({ attempts: 1, error: 'ERR_INTERNAL' });
    desk.clock.advance(1_000);
    outbox.wake(scope.companyId, '');
    await outbox.idle();
    expect(done).toEqual([1]);
  });

  test('work nobody knows how to do is set aside', async () => {
    await add('send:1:1', 1);
    await outbox.idle();
    expect((await left())[0]).toMatchObject({ error: 'ERR_INTERNAL' });
    expect((await left())[0]?.parkedAt).not.toBeNull();
  });

  test('a company whose database fails takes nothing down and is served when it is back', async () => {
    let isDown = true;
    outbox = create(() => (isDown ? Promise.reject(new Error('disk')) : desk.systemScope()));
    handle();
    await add('send:1:1', 1);
    await outbox.idle();
    isDown = false;
    outbox.wake(scope.companyId);
    await outbox.idle();
    expect(done).toEqual([1]);
  });

  test('a lane that breaks off ends nothing but itself', async () => {
    let calls = 0;
    // The first look may read; the lane that starts then may not.
    outbox = create(() => {
      calls += 1;
      return calls === 2 ? Promise.reject(new Error('disk')) : desk.systemScope();
    });
    handle();
    await add('send:1:1', 1);
    await outbox.idle();
    expect(done).toEqual([]);
    outbox.wake(scope.companyId);
    await outbox.idle();
    expect(done).toEqual([1]);
  });
});

describe('transactions', () => {
  test('work of a write that failed is never done', async () => {
    handle();
    const failing = scope.write(async (tx) => {
      await outbox.add(tx, 'send:1:1', 'test.work', { n: 1 });
      throw new Error('no');
    });
    expect(failing).rejects.toThrow('no');
    await failing.catch(() => undefined);
    await outbox.idle();
    expect(done).toEqual([]);
    expect(await left()).toEqual([]);
  });

  test('a row goes only with what settles it', async () => {
    outbox.handle('test.work', {
      async run() {
        return async () => {
          throw new Error('cannot be written');
        };
      },
      async park() {},
    });
    await add('send:1:1', 1);
    await outbox.idle();
    expect(await left()).toHaveLength(1);
  });

  test('after stop nothing starts', async () => {
    handle();
    await outbox.stop();
    await add('send:1:1', 1);
    await outbox.idle();
    expect(done).toEqual([]);
    expect(await left()).toHaveLength(1);
  });
});
