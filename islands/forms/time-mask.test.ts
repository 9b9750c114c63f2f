import { expect, test } from 'bun:test';
import { maskTime, wholeTime } from './time-mask.ts';

test.each([
  ['', '', ''],
  ['1', '1', '01:00'],
  ['8', '08:', '08:00'],
  ['08', '08:', '08:00'],
  ['08:', '08:', '08:00'],
  ['08:3', '08:3', '08:30'],
  ['08:30', '08:30', '08:30'],
  ['830', '08:30', '08:30'],
  ['0830', '08:30', '08:30'],
  ['1:', '01:', '01:00'],
  ['1:15', '01:15', '01:15'],
  ['23:599', '23:59', '23:59'],
  ['99:99', '09:99', '09:99'],
  ['noon', '', ''],
])('%j is masked as %j and completed as %j', (text, masked, whole) => {
  expect(maskTime(text)).toBe(masked);
  expect(wholeTime(text)).toBe(whole);
});
