import { expect, test } from 'bun:test';
import { listFailures, readReport, secondsByFolder, slowest, sumUp, withMissing } from './test-report.ts';

const REPORT = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="bun test" tests="4" assertions="2" failures="1" skipped="1" time="0.1">
  <testsuite name="a.test.ts" file="a.test.ts" tests="1" assertions="1" failures="0" skipped="0" time="0.5" hostname="vm">
    <testcase name="a" classname="" time="0.1" file="a.test.ts" line="2" assertions="1" />
  </testsuite>
  <testsuite name="b.e2e.ts" file="b.e2e.ts" tests="3" assertions="1" failures="1" skipped="1" time="2.25" hostname="vm">
    <testsuite name="d &lt;x&gt;" file="b.e2e.ts" tests="2" assertions="1" failures="1" skipped="1" time="0" hostname="vm">
      <testcase name="an &quot;x&quot; &amp; y" classname="d" time="0.1" file="b.e2e.ts" line="2" assertions="1">
        <failure type="AssertionError" message="Expected: 2&#10;Received: 1">AssertionError: Expected: 2</failure>
      </testcase>
    </testsuite>
  </testsuite>
</testsuites>`;
const outcomes = readReport(REPORT);

test('counts each file once with its nested groups', () => {
  expect([...outcomes]).toEqual([
    ['a.test.ts', { passed: 1, failed: 0, skipped: 0, seconds: 0.5, failures: [] }],
    ['b.e2e.ts', { passed: 1, failed: 1, skipped: 1, seconds: 2.25, failures: ['an "x" & y: Expected: 2'] }],
  ]);
  expect(sumUp(outcomes)).toBe('2 passed, 1 failed, 1 skipped');
  expect(slowest(outcomes, 1)).toBe('  2 s b.e2e.ts');
});

test('names failed tests and files that did not run', () => {
  expect(listFailures(withMissing(outcomes, ['c.test.ts'], true))).toBe(
    '  b.e2e.ts > an "x" & y: Expected: 2\n  c.test.ts > did not run to its end\n',
  );
});

test('a file missing from the report counts as failed', () => {
  const all = withMissing(outcomes, ['a.test.ts', 'c.test.ts'], true);
  expect(all.get('c.test.ts')?.failed).toBe(1);
  expect(sumUp(withMissing(readReport(''), [], true))).toBe('0 passed, 0 failed, 0 skipped');
});

test('an unsuccessful run counts as a failure although no file reports one', () => {
  expect(sumUp(withMissing(new Map(), [], false))).toBe('0 passed, 1 failed, 0 skipped');
});

test('adds up the seconds of each folder', () => {
  const lasting = (seconds: number) => ({ passed: 1, failed: 0, skipped: 0, seconds, failures: [] });
  const all = new Map([
    ['src/modules/tags/tags.test.ts', lasting(2)],
    ['src/modules/tags/deep/more.test.ts', lasting(3)],
    ['test/browser/tags.e2e.ts', lasting(9)],
  ]);
  expect(secondsByFolder(all)).toBe('  9 s test/browser (1)\n  5 s src/modules/tags (2)');
});
