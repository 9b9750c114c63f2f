import { describe, expect, test } from 'bun:test';
import { isSameNumber, toDigits } from './contact-number.logic.ts';

describe('toDigits', () => {
  test.each([
    ['(11) 98888-7777', '5511988887777', 'a mobile number at home'],
    ['31 96666-5555', '5531966665555', 'one that is a number of the Netherlands too'],
    ['+31 96666-5555', '31966665555', 'that one'],
    ['5531966665555', '5531966665555', 'with its country'],
    ['(11) 3333-4444', '551133334444', 'a land line at home'],
    ['34 911 234 567', '34911234567', 'of Madrid, which is no mobile number at home'],
    ['1 415 555 2671', '14155552671', 'of California'],
    ['0034911234567', '34911234567', 'with the call prefix'],
    ['123', '123', 'what is no number'],
  ])('reads %s as %s: %s', (typed, digits) => {
    expect(toDigits(typed)).toBe(digits);
  });
});

test('isSameNumber accepts a number as shown and as typed', () => {
  expect(isSameNumber('31966665555', '31966665555')).toBe(true);
  expect(isSameNumber('(31) 96666-5555', '5531966665555')).toBe(true);
  expect(isSameNumber('31966665555', '5511988887777')).toBe(false);
});
