import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { importsOf, listSources, ROOT, type Source } from '../../test/architecture/sources.ts';
import type { Graph } from './affected-tests.ts';

export function readGraph(): Graph {
  return new Map(
    listSources('{ts,tsx}').map((source) => [source.path, [...importsOf(source), ...namedBy(source)]]),
  );
}

/** Files whose path a text contains: processes that are started, documents and assets that are read. */
function namedBy({ path, text }: Source): string[] {
  const names = [...text.matchAll(/['"`]([\w@./-]+\.[a-z]+)['"`]/g)].map(([, name = '']) => name);
  return [...new Set(names)].flatMap((name) =>
    [join(dirname(path), name), name].filter((file) => !file.startsWith('.') && existsSync(join(ROOT, file))),
  );
}
