import { expect, test } from 'bun:test';
import { mentionedIn } from './mentions.logic.ts';

const PEOPLE = [
  { id: 1, name: 'Ana' },
  { id: 2, name: 'Ana Paula' },
  { id: 3, name: 'João Ávila' },
  { id: 4, name: ' ' },
];

const cases: [text: string, ids: number[]][] = [
  ['@Ana', [1]],
  ['@ana, veja', [1]],
  ['@Ana Paula veja', [2]],
  ['@Ana Paulada', [1]],
  ['@Anabel', []],
  ['a@Ana e @joão ávila!', [1, 3]],
  ['Ana', []],
  ['@ @@', []],
];
for (const [text, ids] of cases)
  test(`mentions in ${text}: ${ids}`, () => expect(mentionedIn(text, PEOPLE)).toEqual(ids));

test('mentions both users of the same name', () => {
  const twins = [...PEOPLE, { id: 5, name: 'ana' }];
  expect(mentionedIn('@Ana', twins).sort()).toEqual([1, 5]);
});

test('handles thousands of @ signs quickly', () => {
  const everybody = Array.from({ length: 500 }, (_, id) => ({ id, name: `Pessoa ${id}` }));
  expect(mentionedIn(`${'@'.repeat(10_000)}Pessoa 1`, everybody)).toEqual([]);
});
