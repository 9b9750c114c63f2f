import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderSizes, withoutRole } from '../../scripts/roles.ts';
import { isProduct, isShipped, listSources, ROOT } from './sources.ts';

const MAX_LINES = 300;
const MANY_LINES = 200;
const code = listSources('{ts,tsx,css}');
const shipped = code.filter(isProduct);

describe('source files', () => {
  test('have at most 300 lines', () => {
    const lengths = code.map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }));
    const long = lengths.filter(({ lines }) => lines > MANY_LINES).sort((a, b) => b.lines - a.lines);
    const list = long.map(({ path, lines }) => `  ${lines} ${path}`).join('\n');
    process.stdout.write(
      `${long.length} of ${lengths.length} files have more than ${MANY_LINES} lines\n${list}\n`,
    );
    expect(long.filter(({ lines }) => lines > MAX_LINES)).toEqual([]);
  });

  test('have no catch-all names', () => {
    const drawers = /(^|\/)(utils?|helpers?|common|misc|lib|stuff)(\.|\/|$)/i;
    expect(code.map(({ path }) => path).filter((path) => drawers.test(path))).toEqual([]);
  });

  test('have kebab-case names', () => {
    const kebab = /^([a-z0-9-]+\/)*[a-z0-9-]+(\.[a-z0-9-]+)*\.(ts|tsx|css)$/;
    expect(code.map(({ path }) => path).filter((path) => !kebab.test(path))).toEqual([]);
  });

  test('of modules carry a role (CONTRIBUTING.md)', () => {
    expect(withoutRole(['src/modules/tags/tags.service.ts', 'src/modules/tags/helper.ts'])).toEqual([
      'src/modules/tags/helper.ts',
    ]);
    expect(withoutRole(code.map(({ path }) => path))).toEqual([]);
  });

  test('are at most 30 in a folder, and 12 directly in src', () => {
    const sizes = folderSizes(code.map(({ path }) => path));
    expect(sizes.length).toBeGreaterThan(100);
    expect(sizes.filter(([folder, files]) => files > (folder === 'src' ? 12 : 30))).toEqual([]);
  });

  test('never use a URL pathname as a file path, which fails with spaces or accents', () => {
    const asPath = /import\.meta\.url\)\s*\.pathname/;
    expect(code.filter(({ text }) => asPath.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('have named exports only', () => {
    const isDefault = /^export default/m;
    const isConfig = (path: string) => path.endsWith('drizzle.config.ts');
    expect(
      code.filter(({ path, text }) => isDefault.test(text) && !isConfig(path)).map(({ path }) => path),
    ).toEqual([]);
  });

  test('functions that documents name exist', () => {
    const isCalled = (name: string) =>
      code.some(({ text }) => new RegExp(`\\b${name}(<.*?>)?\\(`).test(text));
    const documents = readdirSync(join(ROOT, 'docs/decisions')).map((name) => `docs/decisions/${name}`);
    const named = ['ARCHITECTURE.md', 'CONTRIBUTING.md', ...documents].flatMap((path) =>
      [...readFileSync(join(ROOT, path), 'utf8').matchAll(/`(?:\w+\.)*(\w+)\(/g)].map(([, name = '']) => ({
        path,
        name,
      })),
    );
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter(({ name }) => !isCalled(name))).toEqual([]);
  });

  test('decision records are numbered consecutively', () => {
    const numbers = readdirSync(join(ROOT, 'docs/decisions')).map((name) => Number(name.slice(0, 4)));
    expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1));
  });

  /** A long-lived map hides dependencies; only an object's own data may be attached to it. */
  const OWN_DATA = [
    'src/core/db/annotations.ts',
    'src/core/db/driver/table-versions.ts',
    'src/core/realtime/client-events.ts',
  ];
  test('no service is stored in a hidden map', () => {
    const isHidden = /^(export )?const \w+ = (new WeakMap|\w*[pP]er\w*\(.*WeakMap)/m;
    const server = shipped.filter(({ path }) => path.startsWith('src/'));
    expect(server.filter(({ text }) => isHidden.test(text)).map(({ path }) => path)).toEqual(OWN_DATA);
  });

  test('closed sets are defined once and tables take theirs from the schemas', () => {
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

  test('no test is disabled or exclusive', () => {
    const tests = code.filter(({ path }) => /\.(test|e2e)\.tsx?$/.test(path));
    const isMuted = /\b(test|describe|it)\.(only|skip|todo)\(/;
    expect(tests.filter(({ text }) => isMuted.test(text)).map(({ path }) => path)).toEqual([]);
  });
});

test('public/ contains only shipped and built files, no uploads', () => {
  expect(
    readdirSync(join(ROOT, 'public'))
      .filter((name) => name !== 'build' && name !== 'proof.json')
      .sort(),
  ).toEqual(['icons', 'sounds', 'sw.js', 'widget.js']);
  const sent = shipped.filter(
    ({ path, text }) => path.startsWith('src/') && /Bun\.write\(.*public/.test(text),
  );
  expect(sent.map(({ path }) => path)).toEqual([]);
});

test('tests wait for conditions instead of sleeping; only crash tests use random delays', () => {
  const mayWait =
    /^test\/(support\/until|crash\/(faults|traffic|runs|timed-app)|browser\/(support|nothing-moves\.e2e))\.ts$/;
  const isTest = ({ path }: { path: string }) => path.startsWith('test/') || !isShipped({ path });
  const sleeps = (source: { path: string; text: string }) =>
    source.text.includes('Bun.sleep(') || (isTest(source) && /setTimeout\(\w+, [1-9]/.test(source.text));
  const sleeping = listSources('{ts,tsx}', ['src', 'views', 'islands', 'test', 'db', 'demo'])
    .filter((source) => sleeps(source) && !source.path.includes('/architecture/'))
    .map(({ path }) => path);
  expect(sleeping.filter((path) => mayWait.test(path)).length).toBeGreaterThan(3);
  expect(sleeping.filter((path) => !mayWait.test(path))).toEqual([]);
});
