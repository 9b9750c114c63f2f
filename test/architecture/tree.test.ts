import { describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isShipped, listSources, ROOT } from './sources.ts';

const MOST_LINES = 300;
const MANY_LINES = 200;
const code = listSources('{ts,tsx,css}');
const shipped = code.filter((source) => /^(src|views|islands|db)\//.test(source.path) && isShipped(source));

describe('files', () => {
  test('none is longer than 300 lines', () => {
    const lengths = code.map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }));
    const long = lengths.filter(({ lines }) => lines > MANY_LINES).sort((a, b) => b.lines - a.lines);
    const list = long.map(({ path, lines }) => `  ${lines} ${path}`).join('\n');
    process.stdout.write(
      `${long.length} of ${lengths.length} files have more than ${MANY_LINES} lines\n${list}\n`,
    );
    expect(long.filter(({ lines }) => lines > MOST_LINES)).toEqual([]);
  });

  test('no name is a drawer', () => {
    const drawers = /(^|\/)(utils?|helpers?|common|misc|lib|stuff)(\.|\/|$)/i;
    expect(code.map(({ path }) => path).filter((path) => drawers.test(path))).toEqual([]);
  });

  test('names are in kebab-case with their role', () => {
    const kebab = /^([a-z0-9-]+\/)*[a-z0-9-]+(\.[a-z0-9-]+)*\.(ts|tsx|css)$/;
    expect(code.map(({ path }) => path).filter((path) => !kebab.test(path))).toEqual([]);
  });

  test('an address of a file is no path: in a folder with a space or an accent it is not there', () => {
    const asPath = /import\.meta\.url\)\s*\.pathname/;
    expect(code.filter(({ text }) => asPath.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('exports have names', () => {
    const isDefault = /^export default/m;
    const isConfig = (path: string) => path.endsWith('drizzle.config.ts');
    expect(
      code.filter(({ path, text }) => isDefault.test(text) && !isConfig(path)).map(({ path }) => path),
    ).toEqual([]);
  });

  test('decisions are numbered, each number once and none left out', () => {
    const numbers = readdirSync(join(ROOT, 'docs/decisions')).map((name) => Number(name.slice(0, 4)));
    expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1));
  });

  /** A map that outlives a call finds services behind the reader's back; only an object's own data may hang on it. */
  const OWN_DATA = ['src/kernel/db/table-stamps.ts', 'src/kernel/live/client-events.ts'];
  test('no service is found by a hidden map', () => {
    const isHidden = /^(export )?const \w+ = (new WeakMap|\w*[pP]er\w*\(.*WeakMap)/m;
    const server = shipped.filter(({ path }) => path.startsWith('src/'));
    expect(server.filter(({ text }) => isHidden.test(text)).map(({ path }) => path)).toEqual(OWN_DATA);
  });

  test('a closed set stands in one place: tables take theirs from the schemas', () => {
    const words = (text: string) =>
      [...text.matchAll(/'([^']+)'/g)]
        .map(([, word]) => word)
        .sort()
        .join(' ');
    const sets = (kind: RegExp, pattern: RegExp) =>
      shipped
        .filter(({ path }) => kind.test(path))
        .flatMap(({ text }) => [...text.matchAll(pattern)].map(([, list = '']) => words(list)));
    const written = sets(/\.schema\.ts$/, /= \[([^\]]*)\] as const/g);
    const inTables = sets(/^db\/.*\/schema\//, /enum: \[([^\]]*)\]/g);
    expect(written.length).toBeGreaterThan(5);
    expect(inTables.length).toBeGreaterThan(5);
    expect(inTables.filter((set) => written.includes(set))).toEqual([]);
  });

  const leftOvers: [name: string, pattern: RegExp][] = [
    ['a word to the console', /\bconsole\.(log|debug|info|dir|table)\(/],
    ['a note to oneself', /\b(TODO|FIXME|XXX|HACK)\b/],
    ['a type given up', /\bas any\b|: any\b|<any>/],
    ['a silenced compiler', /@ts-(ignore|nocheck)/],
    ['a breakpoint', /^\s*debugger;/m],
  ];
  for (const [name, pattern] of leftOvers) {
    test(`${name} is not left over`, () => {
      expect(shipped.filter(({ text }) => pattern.test(text)).map(({ path }) => path)).toEqual([]);
    });
  }

  test('no test is switched off, or alone', () => {
    const tests = code.filter(({ path }) => path.endsWith('.test.ts') || path.endsWith('.test.tsx'));
    const isMuted = /\b(test|describe|it)\.(only|todo)\(/;
    expect(tests.filter(({ text }) => isMuted.test(text)).map(({ path }) => path)).toEqual([]);
  });
});

test('public/ holds what we ship and what the build makes, nothing that people sent', () => {
  expect(
    readdirSync(join(ROOT, 'public'))
      // Of the build, and of a whole run of these tests before this one.
      .filter((name) => name !== 'build' && name !== 'proof.json')
      .sort(),
  ).toEqual(['icons', 'sounds', 'sw.js', 'widget.js']);
  const sent = shipped.filter(
    ({ path, text }) => path.startsWith('src/') && /Bun\.write\(.*public/.test(text),
  );
  expect(sent.map(({ path }) => path)).toEqual([]);
});

test('no test sleeps: it waits for what it wants; random moments are the crash tests’ own', () => {
  const mayWait = /^(test\/support\/until|test\/crash\/(faults|traffic|runs)|test\/browser\/support)\.ts$/;
  const sleeping = listSources('{ts,tsx}', ['src', 'views', 'islands', 'test', 'db']).filter(
    ({ path, text }) =>
      text.includes('Bun.sleep(') && !mayWait.test(path) && !path.includes('/architecture/'),
  );
  expect(sleeping.map(({ path }) => path)).toEqual([]);
});
