import { expect, test } from 'bun:test';
import { createRecent } from './bounded-cache.ts';

test('evicts the least recently used entry, where get counts and peek does not', () => {
  const recent = createRecent<number>(3);
  for (const [n, name] of ['a', 'b', 'c'].entries()) recent.set(name, n);
  expect([recent.get('a'), recent.peek('b')]).toEqual([0, 1]);
  recent.set('d', 3);
  expect([...recent.keys()].toSorted()).toEqual(['a', 'c', 'd']);
  recent.set('c', 4);
  recent.set('e', 5);
  recent.set('f', 6);
  expect([...recent.entries()].toSorted()).toEqual([
    ['c', 4],
    ['e', 5],
    ['f', 6],
  ]);
});

test('never exceeds its limit', () => {
  const recent = createRecent<number>(100);
  for (let n = 0; n < 10_000; n += 1) {
    recent.set(`${n % 3 === 0 ? n % 250 : n}`, n);
    if (n % 7 === 0) recent.delete(`${n - 3}`);
    expect(recent.size).toBeLessThanOrEqual(100);
  }
  expect(recent.get('9998')).toBe(9998);
  recent.clear();
  expect([recent.size, recent.get('9998')]).toEqual([0, undefined]);
});

test('limits bytes and entries and rejects oversized values', () => {
  const recent = createRecent<string>({ entries: 10, bytes: { most: 1_000, of: (text) => text.length } });
  for (let n = 0; n < 100; n += 1) recent.set(`${n}`, 'x');
  expect(recent.size).toBe(10);
  for (let n = 0; n < 100; n += 1) recent.set(`${n}`, 'x'.repeat(300));
  expect(recent.size).toBe(3);
  recent.set('large', 'x'.repeat(2_000));
  expect([recent.has('large'), recent.size]).toEqual([false, 3]);
});

test('expires values after their lifetime', () => {
  let now = 1_000;
  const recent = createRecent<string>({ entries: 10, lifeMs: 50, now: () => now });
  recent.set('a', 'x');
  now += 50;
  expect(recent.get('a')).toBe('x');
  now += 1;
  expect(recent.get('a')).toBeUndefined();
});
