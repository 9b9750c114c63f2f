import { describe, expect, test } from 'bun:test';
import { createWriteQueue } from './db/write-queue.ts';
import { createLanes } from './lanes.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('lanes', () => {
  test('keep order within a key and work side by side across keys', async () => {
    const lanes = createLanes(8);
    const log: string[] = [];
    const work = (name: string, turns: number) => async () => {
      log.push(`+${name}`);
      for (let n = 0; n < turns; n += 1) await turn();
      log.push(`-${name}`);
    };
    await Promise.all([
      lanes.run('a', work('a1', 3)),
      lanes.run('a', work('a2', 0)),
      lanes.run('b', work('b1', 0)),
    ]);
    expect(log.indexOf('-a1')).toBeLessThan(log.indexOf('+a2'));
    expect(log.indexOf('-b1')).toBeLessThan(log.indexOf('-a1'));
    await lanes.idle();
    expect([lanes.busy, lanes.isBusy('a')]).toEqual([0, false]);
  });

  test('never more at once than allowed, and none is forgotten', async () => {
    const lanes = createLanes(3);
    let running = 0;
    let most = 0;
    const results = Array.from({ length: 50 }, (_, n) =>
      lanes.run(`k${n % 20}`, async () => {
        running += 1;
        most = Math.max(most, running);
        await turn();
        running -= 1;
        return n;
      }),
    );
    expect(await Promise.all(results)).toEqual(Array.from({ length: 50 }, (_, n) => n));
    expect(most).toBe(3);
  });

  test.each([0, 1, 2, 3, 4, 5])(
    'a place that becomes free is given once, also to who asks %d steps after its work ended',
    async (steps) => {
      const lanes = createLanes(1);
      const asked: Promise<void>[] = [];
      let running = 0;
      const most: number[] = [];
      const ask = (key: string, atEnd?: () => void) => {
        const work = async () => {
          running += 1;
          most.push(running);
          await turn();
          running -= 1;
          atEnd?.();
        };
        asked.push(lanes.run(key, work));
      };
      const askLater = async () => {
        for (let step = 0; step < steps; step += 1) await undefined;
        ask('c');
      };
      ask('a', () => void askLater());
      ask('b');
      await lanes.idle();
      await Promise.all(asked);
      expect(most).toEqual([1, 1, 1]);
    },
  );

  test('idle waits for what was asked for while it waited', async () => {
    const lanes = createLanes(2);
    const log: string[] = [];
    void lanes.run('a', async () => {
      await turn();
      void lanes.run('b', async () => {
        await turn();
        log.push('b');
      });
    });
    await lanes.idle();
    expect([log, lanes.busy]).toEqual([['b'], 0]);
  });

  test('a failure is its caller’s alone and frees its place', async () => {
    const lanes = createLanes(1);
    const failing = lanes.run('a', () => Promise.reject(new Error('no')));
    const next = lanes.run('a', async () => 'yes');
    expect(failing).rejects.toThrow('no');
    expect(await next).toBe('yes');
    expect(await lanes.run('b', async () => 'b')).toBe('b');
  });
});

describe('the write queue', () => {
  test('one at a time, in order, whatever fails', async () => {
    const queue = createWriteQueue(
      () => 0,
      async () => undefined,
    );
    let running = 0;
    const log: number[] = [];
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        queue.run(async () => {
          running += 1;
          expect(running).toBe(1);
          await turn();
          running -= 1;
          log.push(n);
          if (n % 3 === 0) throw new Error(`no ${n}`);
        }),
      ),
    );
    expect(log).toEqual(Array.from({ length: 20 }, (_, n) => n));
    expect(results.filter((result) => result.status === 'rejected')).toHaveLength(7);
    await queue.idle();
    expect(queue.pending).toBe(0);
  });

  test('work that throws before its first await does not break it', async () => {
    const queue = createWriteQueue(
      () => 0,
      async () => undefined,
    );
    const thrown = queue.run(() => {
      throw new Error('at once');
    });
    expect(thrown).rejects.toThrow('at once');
    expect(await queue.run(async () => 1)).toBe(1);
  });
});
