import { expect, test } from 'bun:test';
import type { SessionState } from '../port.ts';
import { silentLog } from './log.ts';
import { Retry } from './retry.ts';
import { StateTeller } from './state.ts';
import { FakeTimers } from './timers.test-support.ts';
import { yieldToLoop } from './timers.ts';

function tellerThat(refuses: (state: SessionState) => boolean) {
  const timers = new FakeTimers();
  const told: string[] = [];
  const tried: string[] = [];
  const tell = async (state: SessionState) => {
    tried.push(state.status);
    if (refuses(state)) throw new Error('disk full');
    told.push(state.status);
  };
  return { timers, told, tried, teller: new StateTeller(null, tell, timers, silentLog) };
}

test('every change is told, in order, and none twice', async () => {
  const { teller, told } = tellerThat(() => false);
  teller.change({ status: 'OPENING' });
  teller.change({ status: 'OPENING' });
  teller.change({ status: 'qrcode', qrcode: 'x' });
  teller.change({ status: 'CONNECTED' });
  await teller.end();
  expect(told).toEqual(['OPENING', 'qrcode', 'CONNECTED']);
});

test('what could not be told is told later, with growing pauses', async () => {
  let isFull = true;
  const { teller, told, tried, timers } = tellerThat(() => isFull);
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
  expect(told).toEqual(['CONNECTED']);
  expect(timers.waiting).toEqual([]);
});

test('a newer state takes the place of one that could not be told, at once', async () => {
  const { teller, told, timers } = tellerThat(({ status }) => status === 'TIMEOUT');
  teller.change({ status: 'TIMEOUT' });
  await yieldToLoop();
  teller.change({ status: 'CONNECTED' });
  await yieldToLoop();
  expect(told).toEqual(['CONNECTED']);
  expect(timers.waiting).toEqual([]);
});

test('at the end the last one is tried once more, and nobody waits for a full disk', async () => {
  const { teller, tried } = tellerThat(() => true);
  teller.change({ status: 'DISCONNECTED', number: '5511' });
  await yieldToLoop();
  await teller.end();
  expect(tried).toHaveLength(2);
});

test('cuts by our own store are counted on although the line opened in between; those of others are not', () => {
  const timers = new FakeTimers();
  const retry = new Retry({ timers, settings: { firstRetryMs: 100, longestRetryMs: 1_000 } });
  expect([retry.count(0, 'storage'), retry.count(0, 'storage'), retry.count(0, 'storage')]).toEqual([
    1, 2, 3,
  ]);
  expect(retry.count(0, 'network')).toBe(1);
  timers.advance(2_000);
  expect(retry.count(0, 'storage')).toBe(1);
});
