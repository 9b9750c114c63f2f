import { expect, test } from 'bun:test';
import type { SessionState } from '../../port.ts';
import { silentLog } from '../log.ts';
import { FakeTimers } from '../timers.test-support.ts';
import { yieldToLoop } from '../timers.ts';
import { Retry } from './retry.ts';
import { StatePublisher } from './session-state.ts';

function publisherThat(refuses: (state: SessionState) => boolean) {
  const timers = new FakeTimers();
  const reported: string[] = [];
  const tried: string[] = [];
  const notify = async (state: SessionState) => {
    tried.push(state.status);
    if (refuses(state)) throw new Error('disk full');
    reported.push(state.status);
  };
  return { timers, reported, tried, publisher: new StatePublisher(null, notify, timers, silentLog) };
}

test('reports every state change in order and without duplicates', async () => {
  const { publisher, reported } = publisherThat(() => false);
  publisher.change({ status: 'OPENING' });
  publisher.change({ status: 'OPENING' });
  publisher.change({ status: 'qrcode', qrcode: 'x' });
  publisher.change({ status: 'CONNECTED' });
  await publisher.end();
  expect(reported).toEqual(['OPENING', 'qrcode', 'CONNECTED']);
});

test('retries a failed state report with growing backoff', async () => {
  let isFull = true;
  const { publisher, reported, tried, timers } = publisherThat(() => isFull);
  publisher.change({ status: 'CONNECTED' });
  for (const pause of [375, 750, 1500]) {
    await yieldToLoop();
    expect(timers.waiting).toEqual([pause]);
    timers.advance(pause);
  }
  isFull = false;
  await yieldToLoop();
  timers.advance(60_000);
  await yieldToLoop();
  expect(tried).toHaveLength(4);
  expect(reported).toEqual(['CONNECTED']);
  expect(timers.waiting).toEqual([]);
});

test('a newer state replaces one that could not be reported', async () => {
  const { publisher, reported, timers } = publisherThat(({ status }) => status === 'TIMEOUT');
  publisher.change({ status: 'TIMEOUT' });
  await yieldToLoop();
  publisher.change({ status: 'CONNECTED' });
  await yieldToLoop();
  expect(reported).toEqual(['CONNECTED']);
  expect(timers.waiting).toEqual([]);
});

test('end retries the last state once and does not wait for a full disk', async () => {
  const { publisher, tried } = publisherThat(() => true);
  publisher.change({ status: 'DISCONNECTED', number: '5511' });
  await yieldToLoop();
  await publisher.end();
  expect(tried).toHaveLength(2);
});

test('counts storage disconnects across reconnects, but not other disconnects', () => {
  const timers = new FakeTimers();
  const retry = new Retry({ timers, settings: { firstRetryMs: 100, longestRetryMs: 1_000 } });
  expect([retry.count(0, 'storage'), retry.count(0, 'storage'), retry.count(0, 'storage')]).toEqual([
    1, 2, 3,
  ]);
  expect(retry.count(0, 'network')).toBe(1);
  timers.advance(2_000);
  expect(retry.count(0, 'storage')).toBe(1);
});
