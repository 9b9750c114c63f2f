import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './sources.ts';

/**
 * OWASP ASVS 5.0.0, per section with level 1 or 2: the number of their requirements, and which are of level 1. Later
 * ones in a section are level 3.
 */
const SECTIONS: [section: string, numbers: number, ofLevelOne: number[]][] = [
  ['V1.1', 2, []],
  ['V1.2', 9, [1, 2, 3, 4, 5]],
  ['V1.3', 11, [1, 2]],
  ['V1.4', 3, []],
  ['V1.5', 2, [1]],
  ['V2.1', 3, [1]],
  ['V2.2', 3, [1, 2]],
  ['V2.3', 4, [1]],
  ['V2.4', 1, []],
  ['V3.2', 2, [1, 2]],
  ['V3.3', 4, [1]],
  ['V3.4', 6, [1, 2]],
  ['V3.5', 5, [1, 2, 3]],
  ['V3.7', 2, []],
  ['V4.1', 3, [1]],
  ['V4.2', 1, []],
  ['V4.3', 2, []],
  ['V4.4', 4, [1]],
  ['V5.1', 1, []],
  ['V5.2', 3, [1, 2]],
  ['V5.3', 2, [1, 2]],
  ['V5.4', 3, []],
  ['V6.1', 3, [1]],
  ['V6.2', 12, [1, 2, 3, 4, 5, 6, 7, 8]],
  ['V6.3', 4, [1, 2]],
  ['V6.4', 4, [1, 2]],
  ['V6.5', 5, []],
  ['V6.6', 3, []],
  ['V6.8', 4, []],
  ['V7.1', 3, []],
  ['V7.2', 4, [1, 2, 3, 4]],
  ['V7.3', 2, []],
  ['V7.4', 5, [1, 2]],
  ['V7.5', 2, []],
  ['V7.6', 2, []],
  ['V8.1', 2, [1]],
  ['V8.2', 3, [1, 2]],
  ['V8.3', 1, [1]],
  ['V8.4', 1, []],
  ['V9.1', 3, [1, 2, 3]],
  ['V9.2', 4, [1]],
  ['V10.1', 2, []],
  ['V10.2', 2, []],
  ['V10.3', 4, []],
  ['V10.4', 11, [1, 2, 3, 4, 5]],
  ['V10.5', 5, []],
  ['V10.6', 2, []],
  ['V10.7', 3, []],
  ['V11.1', 2, []],
  ['V11.2', 3, []],
  ['V11.3', 3, [1, 2]],
  ['V11.4', 4, [1]],
  ['V11.5', 1, []],
  ['V11.6', 1, []],
  ['V12.1', 3, [1]],
  ['V12.2', 2, [1, 2]],
  ['V12.3', 4, []],
  ['V13.1', 1, []],
  ['V13.2', 5, []],
  ['V13.3', 2, []],
  ['V13.4', 5, [1]],
  ['V14.1', 2, []],
  ['V14.2', 4, [1]],
  ['V14.3', 3, [1]],
  ['V15.1', 3, [1]],
  ['V15.2', 3, [1]],
  ['V15.3', 7, [1]],
  ['V16.1', 1, []],
  ['V16.2', 5, []],
  ['V16.3', 4, []],
  ['V16.4', 3, []],
  ['V16.5', 3, []],
  ['V17.1', 1, []],
  ['V17.2', 4, []],
  ['V17.3', 2, []],
];

const wanted = SECTIONS.flatMap(([section, numbers, ofLevelOne]) =>
  Array.from({ length: numbers }, (_, at) => `${section}.${at + 1} ${ofLevelOne.includes(at + 1) ? 1 : 2}`),
);

const read = (path: string) => readFileSync(join(ROOT, 'docs/security', path), 'utf8');
const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
const lines = ['asvs-1-5.md', 'asvs-6-10.md', 'asvs-11-17.md'].flatMap((path) => read(path).split('\n'));
const rows = lines
  .filter((line) => /^\| V\d/.test(line))
  .map(cellsOf)
  .map(([number = '', level = '', asks = '', state = '', how = '', by = '', ...rest]) => {
    return {
      number,
      level,
      asks,
      state,
      how,
      places: [...by.matchAll(/`([^`]+)`/g)].map(([, path]) => path ?? ''),
      rest,
    };
  });
const ofState = (state: string) => rows.filter((row) => row.state === state);

describe('ASVS table', () => {
  test('lists every requirement of levels 1 and 2 once and in order', () => {
    expect(wanted.length).toBe(253);
    expect(wanted.filter((one) => one.endsWith(' 1')).length).toBe(70);
    expect(rows.map(({ number, level }) => `${number} ${level}`)).toEqual(wanted);
  });

  test('states requirement, status and explanation for each row', () => {
    const wrong = rows.filter(
      ({ asks, state, how, rest }) =>
        !['met', 'n/a', 'not met'].includes(state) || asks.length < 4 || how.length < 2 || rest.length > 0,
    );
    expect(wrong).toEqual([]);
  });

  test('names an existing location for every met requirement', () => {
    expect(ofState('met').filter(({ places: locations }) => locations.length === 0)).toEqual([]);
    const missing = rows.flatMap(({ number, places: locations }) =>
      locations.filter((path) => !existsSync(join(ROOT, path))).map((path) => `${number} ${path}`),
    );
    expect(missing).toEqual([]);
  });

  test('counts itself and lists unmet requirements on its first page', () => {
    const [met, none, open] = ['met', 'n/a', 'not met'].map((state) => ofState(state).length);
    const first = read('asvs.md');
    expect(first).toContain(
      `Of ${rows.length} requirements ${met} are met, ${none} do not apply, ${open} are not met.`,
    );
    const listed = first.split('\n').filter((line) => /^\| V\d/.test(line));
    expect(listed.map((line) => cellsOf(line))).toEqual(
      ofState('not met').map(({ number, asks, how }) => [number, asks, how]),
    );
    const plainly = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');
    expect(ofState('not met').filter(({ number }) => !plainly.includes(number))).toEqual([]);
  });
});
