import { expect, test } from 'bun:test';
import { withPaths } from './test-bundle.ts';

test('resolves paths to source folders and entry points to the bundle', () => {
  const code = [
    "const ENTRY = join(import.meta.dir, '../backup/main.ts');",
    "const LIST = join(import.meta.dir, 'list.txt');",
    "new Worker(new URL('./worker.ts', import.meta.url).href);",
  ].join('\n');
  const position = (entry: string) => entry.replace('/desk/src', '/desk/bundle').replace(/ts$/, 'js');
  expect(withPaths(code, '/desk/src/modules/run.ts', position).split('\n')).toEqual([
    'const ENTRY = "/desk/bundle/backup/main.js";',
    'const LIST = join("/desk/src/modules", \'list.txt\');',
    'new Worker(new URL(\'./worker.ts\', "file:///desk/src/modules/run.ts").href);',
  ]);
});
