import { expect, test } from 'bun:test';
import { BARS, barsOf } from './waveform.ts';

test('each bar is the loudest moment of its stretch, measured by the loudest of all', () => {
  const samples = new Float32Array([0.1, -0.2, 0.4, 0.1, 0, 0, -0.8, 0.3]);
  expect(barsOf(samples, 4).map((bar) => Number(bar.toFixed(3)))).toEqual([0.25, 0.5, 0, 1]);
});

test('silence stays flat, a file shorter than its picture has empty bars, none breaks', () => {
  expect(barsOf(new Float32Array(1000), 4)).toEqual([0, 0, 0, 0]);
  expect(barsOf(new Float32Array(0), 4)).toEqual([0, 0, 0, 0]);
  const short = barsOf(new Float32Array([1]), BARS);
  expect([short.length, Math.max(...short)]).toEqual([BARS, 1]);
});
