import { expect, test } from 'bun:test';
import { z } from 'zod';
import { amount, day, idOrNone, lines, yesOrNo } from './form.schema.ts';

const Form = z.object({ on: yesOrNo, id: idOrNone, amount, day });
const read = (input: unknown) => Form.safeParse(input);

test('a switch takes its last value and accepts 0 and 1', () => {
  for (const yes of [true, 'true', 1, '1', ['false', 'true']]) expect(read({ on: yes }).data?.on).toBe(true);
  for (const no of [false, 'false', 0, '0', '', ['false']]) expect(read({ on: no }).data?.on).toBe(false);
  for (const none of [undefined, null]) expect(read({ on: none }).data?.on).toBeUndefined();
  for (const other of ['maybe', 2, {}, ['true', 'x']]) expect(read({ on: other }).success).toBe(false);
});

test('an optional id is null when empty and undefined when omitted', () => {
  for (const none of ['', 0, '0', null, false]) expect(read({ id: none }).data?.id).toBeNull();
  expect(read({ id: '7' }).data?.id).toBe(7);
  expect(read({}).data?.id).toBeUndefined();
  for (const wrong of [-1, '1.5', 'x', 2e9]) expect(read({ id: wrong }).success).toBe(false);
});

test('an amount and a day may be empty', () => {
  expect(read({ amount: '', day: '' }).data).toEqual({});
  expect(read({ amount: '15', day: '2026-11-22' }).data).toEqual({ amount: 15, day: '2026-11-22' });
  for (const wrong of [-1, 1.5, 'x', 100_001]) expect(read({ amount: wrong }).success).toBe(false);
  expect(read({ day: '2026-02-30' }).success).toBe(false);
});

test('normalises line breaks, and limits their length', () => {
  expect(lines(5).parse('a\r\nb')).toBe('a\nb');
  expect(lines(2).safeParse('abc').success).toBe(false);
});
