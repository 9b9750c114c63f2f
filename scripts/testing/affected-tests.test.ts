import { expect, test } from 'bun:test';
import { affectedTests, chooseTests, type Graph, topicOf } from './affected-tests.ts';
import { readGraph } from './import-graph.ts';

const graph: Graph = new Map([
  ['src/modules/tags/tags.service.ts', ['src/core/errors.ts']],
  ['src/modules/tags/tags.module.ts', ['src/modules/tags/tags.service.ts', 'views/pages/tags/tags-page.tsx']],
  ['views/pages/tags/tags-page.tsx', []],
  ['test/support/app.ts', ['src/modules/tags/tags.module.ts']],
  ['src/modules/tags/tags.api.test.ts', ['test/support/app.ts']],
  ['src/modules/rules/rules.test.ts', ['src/modules/tags/tags.service.ts']],
  ['src/modules/users/users.test.ts', ['test/support/app.ts']],
  ['src/core/other.test.ts', []],
  ['src/core/http/docs.test.ts', ['docs/api.md']],
  ['test/contract.test.ts', ['test/support/app.ts']],
  ['test/architecture/tree.test.ts', []],
  ['test/upgrade/upgrade.test.ts', []],
  ['scripts/build.test.ts', []],
  ['scripts/workspace-weight.test.ts', []],
  ['test/unit/browser-checks.test.ts', []],
  ['test/unit/image.test.ts', []],
  ['test/browser/tags.e2e.ts', ['test/support/app.ts']],
  ['test/browser/users.e2e.ts', ['test/support/app.ts']],
]);
const testsOf = (...changed: string[]) => affectedTests({ changed, graph }).map((one) => one.test);
const ARCHITECTURE = 'test/architecture/tree.test.ts';

test('the module of a service comes first, then calls of all modules, then near importers', () => {
  expect(testsOf('src/modules/tags/tags.service.ts')).toEqual([
    ARCHITECTURE,
    'src/modules/tags/tags.api.test.ts',
    'test/contract.test.ts',
    'src/modules/rules/rules.test.ts',
    'src/modules/users/users.test.ts',
    'test/browser/tags.e2e.ts',
    'test/browser/users.e2e.ts',
  ]);
});

test('a view is also tried by the journey of its module', () => {
  const { chosen, left } = chooseTests(
    affectedTests({ changed: ['views/pages/tags/tags-page.tsx'], graph }),
    {
      timings: {},
      limitMs: 1,
    },
  );
  expect(chosen).toContain('test/browser/tags.e2e.ts');
  expect(left).toEqual(['test/browser/users.e2e.ts']);
});

test('files without importers are mapped by topic, by name or by rule', () => {
  expect(testsOf('locales/pt/tags.json')).toEqual([
    ARCHITECTURE,
    'src/modules/tags/tags.api.test.ts',
    'test/browser/tags.e2e.ts',
  ]);
  expect(testsOf('docs/api.md')).toEqual([ARCHITECTURE, 'src/core/http/docs.test.ts']);
  expect(testsOf('views/styles/base.css')).toEqual([
    ARCHITECTURE,
    'scripts/build.test.ts',
    'scripts/workspace-weight.test.ts',
  ]);
  expect(testsOf('islands/page/menu.ts')).toEqual([ARCHITECTURE, 'scripts/workspace-weight.test.ts']);
  expect(testsOf('scripts/restore.ts')).toContain('test/unit/image.test.ts');
  expect(testsOf('test/browser/tags.e2e.ts')).toContain('test/unit/browser-checks.test.ts');
  expect(testsOf('db/tenant/migrations/0001_x.sql')).toEqual([ARCHITECTURE, 'test/upgrade/upgrade.test.ts']);
  expect(topicOf('locales/pt/contactLists.json')).toBe('contact-lists');
  expect(topicOf('islands/office/queue-options/menu.tsx')).toBe('queue-options');
  expect(topicOf('db/tenant/schema/tags.ts')).toBe('tags');
  expect(topicOf('src/core/http/routing/mount.ts')).toBe('src/core/http');
});

test('a changed test runs; one that does not reach the change does not', () => {
  expect(testsOf('test/contract.test.ts')).toEqual(['test/contract.test.ts', ARCHITECTURE]);
  expect(testsOf('src/core/other.test.ts')).toEqual(['src/core/other.test.ts', ARCHITECTURE]);
});

test('the nearest tests fill the limit, and what does not fit is listed', () => {
  const affected = ['a', 'b', 'c', 'd'].map((name, rank) => ({ test: name, rank }));
  const timings = { a: 40, b: 70, c: 50, d: 20 };
  expect(chooseTests(affected, { timings, limitMs: 100 })).toEqual({ chosen: ['a', 'c'], left: ['b', 'd'] });
});

test('the graph follows imports, started processes and documents', () => {
  const real = readGraph();
  expect(real.get('src/modules/tags/tags.routes.tsx')).toContain('src/modules/tags/tags.service.ts');
  expect(real.get('test/crash/app-process.ts')?.some((path) => path.endsWith('main.ts'))).toBe(true);
  const reached = affectedTests({ changed: ['src/modules/tags/tags.service.ts'], graph: real });
  expect(reached.map((one) => one.test)).toContain('src/modules/tags/tags.api.test.ts');
  expect(reached.length).toBeGreaterThan(100);
});
