import { expect, test } from 'bun:test';
import type { SessionState } from '../../port.ts';
import { silentLog } from '../log.ts';
import { FakeTimers } from '../timers.test-support.ts';
import { yieldToLoop } from '../timers.ts';
import { Retry } from './retry.ts';
import { StateTeller } from './session-state.ts';

function tellerThat(refuses: (state: SessionState) => boolean) {
  const timers = new FakeTimers();
  const reported: string[] = [];
  const tried: string[] = [];
  const notify = async (state: SessionState) => {
    tried.push(state.status);
    if (refuses(state)) throw new Error('disk full');
    reported.push(state.status);
  };
  return { timers, reported, tried, teller: new StateTeller(null, notify, timers, silentLog) };
}

test('reports every state change in order and without duplicates', async () => {
  const { teller, reported } = tellerThat(() => false);
  teller.change({ status: 'OPENING' });
  teller.change({ status: 'OPENING' });
  teller.change({ status: 'qrcode', qrcode: 'x' });
  teller.change({ status: 'CONNECTED' });
  await teller.end();
  expect(reported).toEqual(['OPENING', 'qrcode', 'CONNECTED']);
});

test('retries a failed state report with growing backoff', async () => {
  let isFull = true;
  const { teller, reported, tried, timers } = tellerThat(() => isFull);
  teller.change({ status: 'CONNECTED' });
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
  const { teller, reported, timers } = tellerThat(({ status }) => status === 'TIMEOUT');
  teller.change({ status: 'TIMEOUT' });
  await yieldToLoop();
  teller.change({ status: 'CONNECTED' });
  await yieldToLoop();
  expect(reported).toEqual(['CONNECTED']);
  expect(timers.waiting).toEqual([]);
});

test('end retries the last state once and does not wait for a full disk', async () => {
  const { teller, tried } = tellerThat(() => true);
  teller.change({ status: 'DISCONNECTED', number: '5511' });
  await yieldToLoop();
  await teller.end();
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
