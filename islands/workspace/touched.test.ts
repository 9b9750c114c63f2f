import { expect, test } from 'bun:test';
import { touch } from './touched.ts';

test('only the tickets that changed last are noted', () => {
  const touched = new Map<number, number>();
  touch(touched, 1, 1);
  touch(touched, 2, 2);
  touch(touched, 1, 3);
  for (let id = 3; id <= 1001; id += 1) touch(touched, id, id + 1);
  expect([touched.size, touched.has(2), touched.get(1)]).toEqual([1000, false, 3]);
});
