import { expect, spyOn, test } from 'bun:test';
import { giveBackFreed, giveBackOnceSettled } from './give-back.ts';

test('once, when the desk has settled, the process gives back what its start took', () => {
  const shrink = spyOn(Bun, 'shrink');
  const waiting: (() => void)[] = [];
  giveBackOnceSettled((ms, call) => {
    expect(ms).toBeGreaterThanOrEqual(10_000);
    waiting.push(call);
    return () => undefined;
  });
  expect(shrink).not.toHaveBeenCalled();
  for (const call of waiting) call();
  expect(shrink).toHaveBeenCalledTimes(1);
  shrink.mockRestore();
});

test('what was freed can be given back at any time, with any C library', () => {
  for (let n = 0; n < 3; n += 1) expect(giveBackFreed()).toBeUndefined();
});
