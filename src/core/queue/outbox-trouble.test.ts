import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { createOutboxStand, gate, type OutboxStand } from './outbox.test-support.ts';
import { GiveUp, TryLater } from './outbox.ts';

let stand: OutboxStand;
let runs: number[];

beforeAll(async () => {
  stand = await createOutboxStand();
});
afterAll(() => stand.testApp.stop());
beforeEach(() => {
  runs = [];
  return stand.reset();
});
afterEach(() => stand.outbox.stop());

function noteRuns(end: (n: number, attempts: number) => Promise<void> | void = () => undefined): void {
  stand.handle((n, attempts) => {
    runs.push(n);
    return end(n, attempts);
  });
}

describe('an outcome that cannot be stored', () => {
  const outcomes: Record<string, { end: () => void; done: number[]; parked: [number, string][] }> = {
    'a success': { end: () => undefined, done: [1], parked: [] },
    'a failure': {
      end() {
        throw runs.length === 1 ? new TryLater('ERR_SENDING_WAPP_MSG') : undefined;
      },
      done: [],
      parked: [],
    },
    'that it is given up': {
      end() {
        throw new GiveUp('ERR_NO_WAPP_FOUND');
      },
      done: [],
      parked: [[1, 'ERR_NO_WAPP_FOUND']],
    },
  };

  for (const [what, { end, done, parked }] of Object.entries(outcomes)) {
    test(`${what}: is stored once there is space and nothing runs twice`, async () => {
      noteRuns(() => {
        stand.disk.isFull = true;
        end();
      });
      await stand.add('send:1:1', 1);
      await stand.outbox.idle();
      for (const pause of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000]) await stand.pass(pause);
      expect([runs, stand.done, stand.parked]).toEqual([[1], [], []]);
      stand.disk.isFull = false;
      await stand.pass(60_000);
      expect([runs, stand.done, stand.parked]).toEqual([[1], done, parked]);
      const [row] = await stand.left();
      if (what === 'a failure') expect(row).toMatchObject({ attempts: 1, error: 'ERR_SENDING_WAPP_MSG' });
      else expect(row?.parkedAt === undefined).toBe(what === 'a success');
    });
  }

  test('is retried with backoff whatever else wakes the company', async () => {
    noteRuns();
    await stand.add('send:1:1', 1);
    stand.disk.isFull = true;
    await stand.outbox.idle();
    for (let n = 0; n < 50; n += 1) stand.outbox.wake(stand.scope.companyId);
    await stand.outbox.idle();
    expect(stand.disk.refused).toBe(1);
    for (const [n, pause] of [1_000, 2_000, 4_000].entries()) {
      await stand.pass(pause - 1);
      expect(stand.disk.refused).toBe(n + 1);
      await stand.pass(1);
      expect(stand.disk.refused).toBe(n + 2);
    }
    expect(runs).toEqual([1]);
  });

  test('is stored without the park handler when that handler fails', async () => {
    stand.outbox.handle('test.work', {
      async run() {
        throw new GiveUp('ERR_NO_WAPP_FOUND');
      },
      async park() {
        throw new TypeError('a fault');
      },
    });
    await stand.add('send:1:1', 1);
    await stand.outbox.idle();
    expect((await stand.left())[0]).toMatchObject({ error: 'ERR_NO_WAPP_FOUND', parkedAt: expect.any(Date) });
  });
});

describe('work that may crash the process', () => {
  async function dieTrying(): Promise<void> {
    const never = gate();
    stand.handle((n) => {
      runs.push(n);
      return never.pass();
    });
    stand.outbox.wake(stand.scope.companyId);
    await never.isReached;
    stand.outbox = stand.create();
  }

  test('is parked after crashing two processes', async () => {
    await stand.addRisk('link:1', 1);
    await dieTrying();
    expect((await stand.left())[0]).toMatchObject({ attempts: 1, parkedAt: null });
    await dieTrying();
    expect(runs).toEqual([1, 1]);
    noteRuns();
    stand.outbox.wake(stand.scope.companyId);
    await stand.outbox.idle();
    expect([runs, stand.parked]).toEqual([[1, 1], [[1, 'ERR_INTERNAL']]]);
  });

  test('is not charged an attempt when stopped by a shutdown', async () => {
    await stand.addRisk('link:1', 1);
    const never = gate();
    stand.handle(() => never.pass());
    stand.outbox.wake(stand.scope.companyId);
    await never.isReached;
    const stopped = stand.outbox.stop();
    await stand.outbox.abandon();
    expect((await stand.left())[0]).toMatchObject({ attempts: 0, error: null });
    never.open();
    await stopped;
  });

  test('fails and waits like any other work', async () => {
    noteRuns((_n, attempts) => {
      if (attempts < 2) throw new TryLater('ERR_INTERNAL', { uncounted: attempts === 0 && runs.length < 4 });
    });
    await stand.addRisk('link:1', 1);
    await stand.outbox.idle();
    for (let round = 0; round < 8; round += 1) await stand.pass(60_000);
    expect(stand.done).toEqual([1]);
    expect(stand.parked).toEqual([]);
  });
});

describe('clock changes', () => {
  const HOURS = 3 * 3_600_000;
  const YEAR = 365 * 86_400_000;

  for (const [by, jump] of [
    ['3 h back', -HOURS],
    ['3 h on', HOURS],
    ['a year back', -YEAR],
    ['a year on', YEAR],
  ] as const) {
    const setClock = () => {
      stand.testApp.clock.now = new Date(stand.testApp.clock.now.getTime() + jump);
    };

    test(`${by}: a backoff lasts as long as intended`, async () => {
      noteRuns(() => {
        if (runs.length < 3) throw new TryLater('ERR_SENDING_WAPP_MSG');
      });
      await stand.add('send:1:1', 1, 2);
      await stand.outbox.idle();
      setClock();
      stand.outbox.wake(stand.scope.companyId);
      await stand.pass(999);
      expect(runs).toEqual([1]);
      await stand.pass(1);
      expect(runs).toEqual([1, 1]);
      setClock();
      await stand.pass(2_000);
      expect(stand.done).toEqual([1, 2]);
    });

    test(`${by}: new work runs at once, a backoff ends a minute after restart`, async () => {
      noteRuns(() => {
        if (runs.length === 1) throw new TryLater('ERR_WAPP_NOT_INITIALIZED', { uncounted: true });
      });
      await stand.add('send:1:1', 1);
      await stand.outbox.idle();
      setClock();
      await stand.add('send:1:2', 2);
      await stand.outbox.idle();
      expect(stand.done).toEqual([2]);
      await stand.restart();
      noteRuns();
      stand.outbox.wake(stand.scope.companyId);
      await stand.outbox.idle();
      await stand.pass(60_000);
      expect(stand.done).toEqual([2, 1]);
    });
  }

  test('a backoff continues after a restart', async () => {
    noteRuns(() => {
      throw new TryLater('ERR_WAPP_NOT_INITIALIZED', { uncounted: true });
    });
    await stand.add('send:1:1', 1);
    await stand.outbox.idle();
    await stand.restart();
    noteRuns();
    stand.outbox.wake(stand.scope.companyId);
    await stand.outbox.idle();
    await stand.pass(59_999);
    expect(runs).toEqual([1]);
    await stand.pass(1);
    expect(stand.done).toEqual([1]);
  });
});
