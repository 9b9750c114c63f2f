import { expect, test } from 'bun:test';
import { contactName, formatNumber, numberBeside } from './phone-number.schema.ts';

const GROUP = '120363041234567890';

test('formats phone numbers and leaves other text unchanged', () => {
  expect(formatNumber('5511987650101')).toBe('+55 (11) 98765-0101');
  expect(formatNumber('551133334444')).toBe('+55 (11) 3333-4444');
  expect(formatNumber('351912345678')).toBe('+351912345678');
  expect([formatNumber(GROUP), formatNumber('Ana 2'), formatNumber('')]).toEqual([GROUP, 'Ana 2', '']);
});

test('a contact without a name is shown by their number, without repeating it', () => {
  const number = '5511987650101';
  const shown = '+55 (11) 98765-0101';
  expect([contactName({ name: number, number }), contactName({ name: '', number })]).toEqual([shown, shown]);
  expect([numberBeside({ name: number, number }), numberBeside({ name: 'Ana', number })]).toEqual([
    '',
    shown,
  ]);
});

test('a hidden address and a group are not formatted as phone numbers', () => {
  expect(contactName({ name: '123456789012345', number: '' })).toBe('123456789012345');
  expect(numberBeside({ name: 'Família', number: GROUP })).toBe('');
});
