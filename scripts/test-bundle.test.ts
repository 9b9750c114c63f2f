import { expect, test } from 'bun:test';
import { withPlaces } from './test-bundle.ts';

test('what lies beside a file is found from another folder, and its processes are those of the bundle', () => {
  const code = [
    "const ENTRY = join(import.meta.dir, '../backup/main.ts');",
    "const LIST = join(import.meta.dir, 'list.txt');",
    "new Worker(new URL('./worker.ts', import.meta.url).href);",
  ].join('\n');
  const place = (entry: string) => entry.replace('/desk/src', '/desk/bundle').replace(/ts$/, 'js');
  expect(withPlaces(code, '/desk/src/modules/run.ts', place).split('\n')).toEqual([
    'const ENTRY = "/desk/bundle/backup/main.js";',
    'const LIST = join("/desk/src/modules", \'list.txt\');',
    'new Worker(new URL(\'./worker.ts\', "file:///desk/src/modules/run.ts").href);',
  ]);
});
