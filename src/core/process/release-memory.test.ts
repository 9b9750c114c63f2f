import { expect, spyOn, test } from 'bun:test';
import { releaseFreed, releaseOnceSettled } from './release-memory.ts';

test('shrinks memory once after startup has settled', () => {
  const shrink = spyOn(Bun, 'shrink');
  const waiting: (() => void)[] = [];
  releaseOnceSettled((ms, call) => {
    expect(ms).toBeGreaterThanOrEqual(10_000);
    waiting.push(call);
    return () => undefined;
  });
  expect(shrink).not.toHaveBeenCalled();
  for (const call of waiting) call();
  expect(shrink).toHaveBeenCalledTimes(1);
  shrink.mockRestore();
});

test('freed memory can be released at any time with any C library', () => {
  for (let n = 0; n < 3; n += 1) expect(releaseFreed()).toBeUndefined();
});
