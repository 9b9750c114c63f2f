import { expect, test } from 'bun:test';
import { readSeconds, readThumbnail, readWaveform } from './media-metadata.logic.ts';

const base64 = (...bytes: number[]) => Buffer.from(bytes).toString('base64');

test.each([
  [base64(0, 50, 100), base64(0, 50, 100)],
  [base64(255, 3), base64(100, 3)],
  ['', null],
  [null, null],
  [7, null],
  [base64(...Array.from({ length: 129 }, () => 1)), null],
  ['x'.repeat(10_000), null],
])('readWaveform %p', (options, stored) => expect(readWaveform(options)).toBe(stored));

test.each([
  ['4', 4],
  [4.4, 4],
  ['0', null],
  [-3, null],
  ['NaN', null],
  [null, null],
  [86_401, null],
])('readSeconds %p', (options, stored) => expect(readSeconds(options)).toBe(stored));

test('readThumbnail accepts only small JPEGs', () => {
  expect(readThumbnail('/9j/4AAQ')).toBe('/9j/4AAQ');
  for (const other of [null, '', 'iVBORw0KGgo=', '<svg onload=alert(1)>', `/9j/${'A'.repeat(24_000)}`])
    expect(readThumbnail(other)).toBeNull();
});
