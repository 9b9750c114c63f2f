import { expect, test } from 'bun:test';
import { judgeLine } from './validate-line.logic.ts';

const MAPPING = { name: 0, number: 1, email: null };

test.each([
  ['5,51197E+12', { problem: 'damaged' }],
  ['1234', { problem: 'bad_number' }],
  ['(11) 98888-7777', { person: { name: 'Ana', number: '5511988887777', email: '' } }],
])('%s', (number, judged) => expect(judgeLine(['Ana', number], MAPPING)).toEqual(judged as never));
