import { expect, test } from 'bun:test';
import { listSources } from './sources.ts';

test('libSQL is the only SQLite, except for copying rows of untrusted files', () => {
  const others = listSources('{ts,tsx}').flatMap(({ path, text }) =>
    [...text.matchAll(/'(bun:sqlite|node:sqlite|drizzle-orm\/bun-sqlite)'/g)].map(
      ([, name]) => `${path} → ${name}`,
    ),
  );
  expect(others).toEqual(['src/core/db/untrusted/foreign-rows.ts → node:sqlite']);
});
