import { expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './sources.ts';

/** Released databases have applied these: later migrations are added behind them. */
const FIRST = { platform: '0000_start', tenant: '0000_start' };

for (const [database, first] of Object.entries(FIRST)) {
  const folder = join(ROOT, 'db', database, 'migrations');
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string; when: number }[];
  };

  test(`${database}: every migration is kept, in the order of its journal`, () => {
    expect(entries[0]?.tag).toBe(first);
    expect(
      readdirSync(folder)
        .filter((name) => name.endsWith('.sql'))
        .sort(),
    ).toEqual(entries.map(({ tag }) => `${tag}.sql`));
    const moments = entries.map(({ when }) => when);
    expect(moments).toEqual([...new Set(moments)].sort((a, b) => a - b));
  });

  test(`${database}: only the newest snapshot is kept`, () => {
    const newest = `${entries.at(-1)?.tag.slice(0, 4)}_snapshot.json`;
    expect(existsSync(join(folder, 'meta', newest))).toBe(true);
    expect(readdirSync(join(folder, 'meta')).sort()).toEqual([newest, '_journal.json'].sort());
  });
}
