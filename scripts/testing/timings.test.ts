import { expect, test } from 'bun:test';
import { Glob } from 'bun';
import { files } from './first-timings.json';
import { timingsOf } from './timings.ts';

test('a journey or a cluster test without a known time starts before small files', async () => {
  const [journey, cluster, small] = [
    'test/browser/new.e2e.ts',
    'test/cluster/new.test.ts',
    'src/new.test.ts',
  ];
  const timings = await timingsOf([journey, cluster, small]);
  expect(timings[journey]).toBeGreaterThan(10 * (timings[small] ?? 0));
  expect(timings[cluster]).toBeGreaterThan(10 * (timings[small] ?? 0));
});

test('the known times are those of files that exist', () => {
  const found = new Set(
    new Glob('{src,views,islands,scripts,test,bench,demo}/**/*.{test,e2e}.{ts,tsx}').scanSync('.'),
  );
  expect(Object.keys(files).filter((path) => !found.has(path))).toEqual([]);
});
