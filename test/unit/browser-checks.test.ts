import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CHECKS } from '../browser/checks.ts';
import { SLOW_LINE } from '../browser/slow-line-checks.ts';
import { WAYS } from '../browser/ways.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);
const pathOf = (file: string) => root + (file.includes('/') ? file : `test/browser/${file}.e2e.ts`);

test('user checks and failure checks are numbered in order', () => {
  expect(Object.keys(CHECKS).map(Number)).toEqual(from(1, 40));
  expect(Object.keys(WAYS).map(Number)).toEqual(from(41, 60));
  expect(Object.keys(SLOW_LINE).map(Number)).toEqual(from(61, 70));
});

test.each(Object.entries({ ...CHECKS, ...WAYS, ...SLOW_LINE }))('%s has its tests', (_, { what, by }) => {
  expect(by.length).toBeGreaterThan(0);
  for (const [file, name] of by) {
    const path = pathOf(file);
    const source = existsSync(path) ? readFileSync(path, 'utf8') : '';
    expect([what, file, name, source.includes(name)]).toEqual([what, file, name, true]);
  }
});
