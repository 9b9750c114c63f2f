import { describe, expect, test } from 'bun:test';
import { AppError } from '../errors.ts';
import { createThrottle } from './throttle.ts';

function throttled(tries = 3, perSeconds = 30) {
  let now = 0;
  const throttle = createThrottle(() => now, { tries, perSeconds });
  const take = (key: string): number | null => {
    try {
      throttle.take(key);
      return null;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      expect(error.code).toBe('ERR_RATE_LIMITED');
      return Number(error.details.seconds);
    }
  };
  const wait = (seconds: number) => {
    now += seconds * 1000;
  };
  return { take, wait, throttle };
}

describe('throttle bucket', () => {
  test('allows a number of tries and returns the wait for the next', () => {
    const { take, wait } = throttled();
    expect([take('a'), take('a'), take('a'), take('a')]).toEqual([null, null, null, 10]);
    wait(9);
    expect(take('a')).toBe(1);
    wait(1);
    expect([take('a'), take('a')]).toEqual([null, 10]);
  });

  test('is separate per key and never exceeds its capacity', () => {
    const { take, wait } = throttled();
    for (let n = 0; n < 3; n += 1) take('a');
    expect(take('b')).toBeNull();
    wait(1_000_000);
    expect([take('a'), take('a'), take('a')]).toEqual([null, null, null]);
    expect(take('a')).not.toBeNull();
  });

  test('is refilled by a success', () => {
    const { take, throttle } = throttled();
    for (let n = 0; n < 3; n += 1) take('a');
    throttle.forget('a');
    expect(take('a')).toBeNull();
  });

  test('does not extend the wait on rejections', () => {
    const { take, wait } = throttled();
    for (let n = 0; n < 3; n += 1) take('a');
    for (let n = 0; n < 100; n += 1) expect(take('a')).toBe(10);
    wait(10);
    expect(take('a')).toBeNull();
  });

  test('survives a flood of keys and continues to limit active ones', () => {
    const { take } = throttled();
    for (let n = 0; n < 3; n += 1) take('busy');
    for (let n = 0; n < 30_000; n += 1) {
      take(`k${n}`);
      if (n % 10_000 === 0) expect(take('busy')).not.toBeNull();
    }
    expect(take('busy')).not.toBeNull();
  });
});
