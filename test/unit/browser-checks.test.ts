import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { CHECKS } from '../browser/checks.ts';

test('each check of a conversation and its composer has its browser test', () => {
  expect(Object.keys(CHECKS).map(Number)).toEqual(Array.from({ length: 23 }, (_, at) => at + 11));
  for (const { file, test: name, what } of Object.values(CHECKS)) {
    const source = readFileSync(new URL(`../browser/${file}.e2e.ts`, import.meta.url), 'utf8');
    expect([what, source.includes(`'${name}'`)]).toEqual([what, true]);
  }
});
