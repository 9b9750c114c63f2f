import { expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  addNew,
  DATABASES,
  type Migration,
  readLanded,
  readMigrations,
} from '../../scripts/landed-migrations.ts';
import { ROOT } from './sources.ts';

/** Released databases have applied these: later migrations come after them. */
const FIRST = { platform: '0000_start', tenant: '0000_start' };

for (const database of DATABASES) {
  const first = FIRST[database];
  const folder = join(ROOT, 'db', database, 'migrations');
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string; when: number }[];
  };

  test(`${database}: every migration exists in journal order`, () => {
    expect(entries[0]?.tag).toBe(first);
    expect(
      readdirSync(folder)
        .filter((name) => name.endsWith('.sql'))
        .sort(),
    ).toEqual(entries.map(({ tag }) => `${tag}.sql`));
    const moments = entries.map(({ when }) => when);
    expect(moments).toEqual([...new Set(moments)].sort((a, b) => a - b));
  });

  test(`${database}: only the newest snapshot exists`, () => {
    const newest = `${entries.at(-1)?.tag.slice(0, 4)}_snapshot.json`;
    expect(existsSync(join(folder, 'meta', newest))).toBe(true);
    expect(readdirSync(join(folder, 'meta')).sort()).toEqual([newest, '_journal.json'].sort());
  });

  test(`${database}: each landed migration is unchanged (new ones: bun run db:generate)`, () => {
    expect(readMigrations(database)).toEqual(readLanded()[database]);
  });
}

test('detects an edited, removed or reordered migration and accepts a new one at the end', () => {
  const landed = [one('0000_start', 1), one('0001_tags', 2)];
  const [start, tags] = landed as [Migration, Migration];
  for (const found of [[start, { ...tags, sha256: 'edited' }], [start], [tags, start]])
    expect(addNew(landed, found)).not.toEqual(found);
  const found = [start, tags, one('0002_queues', 3)];
  expect(addNew(landed, found)).toEqual(found);
});

const one = (tag: string, when: number): Migration => ({ tag, when, sha256: `hash of ${tag}` });
