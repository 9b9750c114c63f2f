import { expect, test } from 'bun:test';
import { rowWindow } from './use-row-window.ts';

test('renders few of a hundred thousand rows at any scroll position', () => {
  const [count, rowHeight, height] = [100_000, 64, 900];
  for (const first of [0, 1, 49_999, 77_777, count - 14]) {
    const { start, end } = rowWindow(count, { top: first * rowHeight, height, rowHeight });
    expect(end - start).toBeLessThan(40);
    expect([start <= first, end >= Math.min(count, first + height / rowHeight)]).toEqual([true, true]);
  }
});
