import { expect, test } from 'bun:test';
import { BARS, barsOf } from './waveform.ts';

test('each bar is the peak of its section relative to the overall peak', () => {
  const samples = new Float32Array([0.1, -0.2, 0.4, 0.1, 0, 0, -0.8, 0.3]);
  expect(barsOf(samples, 4).map((bar) => Number(bar.toFixed(3)))).toEqual([0.25, 0.5, 0, 1]);
});

test('handles silence, empty samples and files shorter than the bar count', () => {
  expect(barsOf(new Float32Array(1000), 4)).toEqual([0, 0, 0, 0]);
  expect(barsOf(new Float32Array(0), 4)).toEqual([0, 0, 0, 0]);
  const short = barsOf(new Float32Array([1]), BARS);
  expect([short.length, Math.max(...short)]).toEqual([BARS, 1]);
});
