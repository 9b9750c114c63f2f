import { afterAll, beforeAll, expect, test } from 'bun:test';
import { until } from '@test/support/until.ts';
import { openStream } from './database-stream.ts';
import { createSharedLock } from './shared-lock.ts';
import { describeWithSqld, type RunningSqld, startSqld } from './sqld.test-support.ts';

const never = new AbortController().signal;

describeWithSqld('a lock among processes', () => {
  let server: RunningSqld;
  let now = 0;
  beforeAll(async () => {
    server = await startSqld();
  });
  afterAll(() => server.stop());

  const lockOf = (holder: string) =>
    createSharedLock({
      ...{ server, holder, name: 'backups', ticks: () => now },
      times: { beatMs: 20, lostMs: 20_000, silentMs: 40_000 },
    });
  const holderNow = async () => {
    const stream = openStream(server, 'locks');
    return (await stream.read('SELECT holder FROM locks').finally(() => stream.close()))[0]?.[0];
  };

  test('lets one work at a time, and the next one after it', async () => {
    const order: string[] = [];
    const first = Promise.withResolvers<void>();
    const running = lockOf('one').run(async () => {
      order.push('one begins');
      await first.promise;
      order.push('one ends');
    }, never);
    await until('the first has it', async () => (await holderNow().catch(() => undefined)) === 'one');
    const waiting = lockOf('other').run(async () => order.push('other'), never);
    const stopped = new AbortController();
    const third = lockOf('third').run(async () => order.push('third'), stopped.signal);
    stopped.abort();
    await expect(third).rejects.toThrow();
    first.resolve();
    await Promise.all([running, waiting]);
    expect(order).toEqual(['one begins', 'one ends', 'other']);
    expect(await holderNow()).toBe(null);
  });

  test('is taken from one that is silent for long, which then stops', async () => {
    const told = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const silent = lockOf('silent').run(async (lost) => {
      begun.resolve();
      await new Promise<void>((resolve) => lost.addEventListener('abort', () => resolve()));
      told.resolve();
    }, never);
    await begun.promise;
    const stream = openStream(server, 'locks');
    await stream.write([{ sql: "UPDATE locks SET holder = 'dead', beats = beats + 1" }]);
    await stream.close();
    await told.promise;
    await silent;
    let isDone = false;
    const next = lockOf('next').run(async () => {
      isDone = true;
    }, never);
    await until('the silence is over', () => {
      now += 10_000;
      return isDone;
    });
    await next;
  });
});
