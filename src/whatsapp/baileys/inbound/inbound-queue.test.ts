import { expect, test } from 'bun:test';
import type { InboundMessage } from '../../port.ts';
import { silentLog } from '../log.ts';
import { FakeTimers } from '../timers.test-support.ts';
import { yieldToLoop } from '../timers.ts';
import { InboundQueue, type InboundQueueDeps, type QueuedMessage } from './inbound-queue.ts';

const arrivals = (...ids: string[]): QueuedMessage[] =>
  ids.map((id) => ({ ready: { id } as InboundMessage, rows: [`row ${id}`] }));

function queueWith(deps: Partial<InboundQueueDeps>) {
  const stored: string[][] = [];
  const forgotten: string[] = [];
  const timers = new FakeTimers();
  const queue = new InboundQueue({
    read: async (arrival) => ('ready' in arrival ? arrival.ready : null),
    store: async (messages, rows) => {
      stored.push(messages.map(({ id }) => id));
      forgotten.push(...rows);
    },
    forget: async (rows) => {
      forgotten.push(...rows);
    },
    timers,
    log: silentLog,
    ...deps,
  });
  return { queue, stored, forgotten, timers };
}

/** Lets the pauses after each batch pass. */
async function untilIdle({ queue, timers }: Pick<ReturnType<typeof queueWith>, 'queue' | 'timers'>) {
  let isIdle = false;
  const idle = queue.idle().then(() => {
    isIdle = true;
  });
  while (!isIdle) {
    timers.advance(20);
    await yieldToLoop();
  }
  await idle;
}

test('messages that arrive while a batch is stored form the next batch', async () => {
  const { promise: first, resolve } = Promise.withResolvers<void>();
  const { queue, forgotten } = queueWith({});
  const stored: string[][] = [];
  const slow = queueWith({
    store: async (messages) => {
      stored.push(messages.map(({ id }) => id));
      await first;
    },
  });
  slow.queue.push(arrivals('a'));
  await yieldToLoop();
  slow.queue.push(arrivals('b'));
  slow.queue.push(arrivals('c'));
  resolve();
  await untilIdle(slow);
  expect(stored).toEqual([['a'], ['b', 'c']]);
  queue.push([]);
  await queue.idle();
  expect(forgotten).toEqual([]);
});

test('the first message is stored at once, those of the next 20 ms together', async () => {
  const { queue, stored, timers } = queueWith({});
  queue.push(arrivals('a'));
  while (timers.waiting.length === 0) await yieldToLoop();
  expect(stored).toEqual([['a']]);
  for (const id of ['b', 'c']) {
    queue.push(arrivals(id));
    await yieldToLoop();
  }
  expect(stored).toEqual([['a']]);
  timers.advance(20);
  while (timers.waiting.length === 0) await yieldToLoop();
  expect(stored).toEqual([['a'], ['b', 'c']]);
});

test('stores at most fifty messages per batch, each with its rows', async () => {
  const setUp = queueWith({});
  const { queue, stored, forgotten } = setUp;
  const ids = Array.from({ length: 120 }, (_, n) => `${n}`);
  queue.push(arrivals(...ids));
  await untilIdle(setUp);
  expect(stored.map(({ length }) => length)).toEqual([50, 50, 20]);
  expect(stored.flat()).toEqual(ids);
  expect(forgotten).toHaveLength(120);
});

test('ignored messages also lose their journal rows', async () => {
  const setUp = queueWith({ read: async () => null });
  const { queue, stored, forgotten } = setUp;
  queue.push(arrivals('a'));
  await untilIdle(setUp);
  expect(stored).toEqual([]);
  expect(forgotten).toEqual(['row a']);
});

test('retries a rejected batch with growing backoff and preserves its rows', async () => {
  let refusals = 3;
  const forgotten: string[] = [];
  const { queue, timers } = queueWith({
    store: async (_messages, rows) => {
      if (refusals-- > 0) throw new Error('locked');
      forgotten.push(...rows);
    },
  });
  queue.push(arrivals('a'));
  for (const pause of [250, 500, 1000]) {
    while (timers.waiting.length === 0) await yieldToLoop();
    expect(timers.waiting).toEqual([pause]);
    expect(forgotten).toEqual([]);
    timers.advance(pause);
  }
  await untilIdle({ queue, timers });
  expect(forgotten).toEqual(['row a']);
});

test('stopping leaves pending and rejected messages in the journal', async () => {
  const { queue, forgotten, timers } = queueWith({
    store: async () => {
      throw new Error('locked');
    },
  });
  queue.push(arrivals('a'));
  while (timers.waiting.length === 0) await yieldToLoop();
  const stopped = queue.stop();
  timers.advance(250);
  await stopped;
  queue.push(arrivals('b'));
  await queue.idle();
  expect(forgotten).toEqual([]);
});

test('a failed row deletion does not block later messages', async () => {
  let isIgnored = true;
  const setUp = queueWith({
    read: async (arrival) => ('ready' in arrival && !isIgnored ? arrival.ready : null),
    forget: async () => {
      throw new Error('locked');
    },
  });
  const { queue, stored } = setUp;
  queue.push(arrivals('a'));
  await untilIdle(setUp);
  isIgnored = false;
  queue.push(arrivals('b'));
  await untilIdle(setUp);
  expect(stored).toEqual([['b']]);
});
