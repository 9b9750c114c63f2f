import { expect, test } from 'bun:test';
import { maskPhone } from './phone-mask.ts';

const cases: [typed: string, shown: string][] = [
  ['', ''],
  ['1', '1'],
  ['119', '(11) 9'],
  ['1132654321', '(11) 3265-4321'],
  ['11988887777', '(11) 98888-7777'],
  ['(11) 98888-77779', '(11) 98888-7777'],
  ['a1b1', '11'],
];
for (const [typed, shown] of cases)
  test(`${typed} is shown as ${shown}`, () => expect(maskPhone(typed)).toBe(shown));
