import { describe, expect, test } from 'bun:test';
import { firstOf } from './first-of.ts';

const upwards = (a: number, b: number) => a - b;
/** The same hundred numbers each time, well mixed, some of them twice. */
const mixed = Array.from({ length: 100 }, (_, n) => (n * 37) % 83);

describe('the first of many', () => {
  test.each([0, 1, 2, 7, 40, 83, 100, 250])('are those that sorting would put first: %p', (most) => {
    expect(firstOf(mixed, most, upwards)).toEqual(mixed.toSorted(upwards).slice(0, most));
  });

  test('leave what they are taken from as it was', () => {
    const before = [...mixed];
    firstOf(mixed, 5, upwards);
    expect(mixed).toEqual(before);
  });
});
