import { expect, test } from 'bun:test';
import { jumboFrom, splitName } from './message-shape.ts';

test.each([
  ['👍', 0],
  ['😍🎉', 0],
  ['❤️ ❤️ ❤️', 0],
  [' 🙏🏽\n', 0],
  ['👨‍👩‍👧‍👦', 0],
  ['🏴󠁧󠁢󠁥󠁮󠁧󠁿🇧🇷', 0],
  ['1️⃣', 0],
  ['*Ana:*\n🙏', 7],
  ['❤️❤️❤️❤️', -1],
  ['ok 👍', -1],
  ['👍!', -1],
  ['123', -1],
  ['*', -1],
  ['©', -1],
  ['*Ana:*\n', -1],
  ['', -1],
  ['👍🏽'.repeat(200), -1],
] as [string, number][])('jumboFrom(%p) is %p', (text, from) => {
  expect(jumboFrom(text)).toBe(from);
});

test.each([
  ['nota.pdf', ['', 'nota.pdf']],
  ['Proposta - obra Pinheiros.pdf', ['Proposta - obra Pin', 'heiros.pdf']],
  ['👩‍🦰', ['', '👩‍🦰']],
  ['', ['', '']],
] as [string, [string, string]][])('splitName preserves the ending of %p', (name, parts) => {
  expect(splitName(name)).toEqual(parts);
});
