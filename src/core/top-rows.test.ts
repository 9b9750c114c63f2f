import { describe, expect, test } from 'bun:test';
import { firstOf } from './top-rows.ts';

const upwards = (a: number, b: number) => a - b;
const mixed = Array.from({ length: 100 }, (_, n) => (n * 37) % 83);

describe('firstOf', () => {
  test.each([0, 1, 2, 7, 40, 83, 100, 250])('equals sorting and slicing for %p rows', (most) => {
    expect(firstOf(mixed, most, upwards)).toEqual(mixed.toSorted(upwards).slice(0, most));
  });

  test('does not modify its input', () => {
    const before = [...mixed];
    firstOf(mixed, 5, upwards);
    expect(mixed).toEqual(before);
  });
});
