import { describe, expect, test } from 'bun:test';
import { createWriteQueue } from '../db/write-queue.ts';
import { createKeyedLimits } from './keyed-limits.ts';

const nextTask = () => new Promise((resolve) => setImmediate(resolve));

describe('keyed limits', () => {
  test('preserve order within a key and run keys in parallel', async () => {
    const limits = createKeyedLimits(8);
    const log: string[] = [];
    const work = (name: string, turns: number) => async () => {
      log.push(`+${name}`);
      for (let n = 0; n < turns; n += 1) await nextTask();
      log.push(`-${name}`);
    };
    await Promise.all([
      limits.run('a', work('a1', 3)),
      limits.run('a', work('a2', 0)),
      limits.run('b', work('b1', 0)),
    ]);
    expect(log.indexOf('-a1')).toBeLessThan(log.indexOf('+a2'));
    expect(log.indexOf('-b1')).toBeLessThan(log.indexOf('-a1'));
    await limits.idle();
    expect([limits.busy, limits.isBusy('a')]).toEqual([0, false]);
  });

  test('never exceed the limit and run everything', async () => {
    const limits = createKeyedLimits(3);
    let running = 0;
    let most = 0;
    const results = Array.from({ length: 50 }, (_, n) =>
      limits.run(`k${n % 20}`, async () => {
        running += 1;
        most = Math.max(most, running);
        await nextTask();
        running -= 1;
        return n;
      }),
    );
    expect(await Promise.all(results)).toEqual(Array.from({ length: 50 }, (_, n) => n));
    expect(most).toBe(3);
  });

  test.each([0, 1, 2, 3, 4, 5])(
    'give a freed slot once, also when requested %d steps after release',
    async (steps) => {
      const limits = createKeyedLimits(1);
      const asked: Promise<void>[] = [];
      let running = 0;
      const most: number[] = [];
      const ask = (key: string, atEnd?: () => void) => {
        const work = async () => {
          running += 1;
          most.push(running);
          await nextTask();
          running -= 1;
          atEnd?.();
        };
        asked.push(limits.run(key, work));
      };
      const askLater = async () => {
        for (let step = 0; step < steps; step += 1) await undefined;
        ask('c');
      };
      ask('a', () => void askLater());
      ask('b');
      await limits.idle();
      await Promise.all(asked);
      expect(most).toEqual([1, 1, 1]);
    },
  );

  test('idle waits for work added while waiting', async () => {
    const limits = createKeyedLimits(2);
    const log: string[] = [];
    void limits.run('a', async () => {
      await nextTask();
      void limits.run('b', async () => {
        await nextTask();
        log.push('b');
      });
    });
    await limits.idle();
    expect([log, limits.busy]).toEqual([['b'], 0]);
  });

  test('a failure affects only its caller and frees its slot', async () => {
    const limits = createKeyedLimits(1);
    const failing = limits.run('a', () => Promise.reject(new Error('no')));
    const next = limits.run('a', async () => 'yes');
    expect(failing).rejects.toThrow('no');
    expect(await next).toBe('yes');
    expect(await limits.run('b', async () => 'b')).toBe('b');
  });
});

describe('write queue', () => {
  test('runs one task at a time in order despite failures', async () => {
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
          await nextTask();
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

  test('survives work that throws synchronously', async () => {
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
