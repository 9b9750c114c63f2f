import { describe, expect, test } from 'bun:test';
import { RANKS } from './rules.ts';
import { isShipped, listSources } from './sources.ts';
import { FILES, TABLES, usesOf } from './table-uses.ts';
import { OWNED_ELSEWHERE, READS_ABOVE, WRITES_OF_OTHERS } from './tables.ts';

const uses = listSources('{ts,tsx}', ['src', 'demo'])
  .filter(isShipped)
  .map((source) => ({ path: source.path, module: locationOf(source.path), ...usesOf(source) }));

const LOW_TO_HIGH = ['core', 'whatsapp', ...RANKS];
const OWNERS: Record<string, string> = { ...FILES, ...OWNED_ELSEWHERE };

function locationOf(path: string): string {
  return /^src\/modules\/([^/]+)\//.exec(path)?.[1] ?? /^src\/(core|whatsapp)\//.exec(path)?.[1] ?? 'root';
}

function isAbove(owner: string, module: string): boolean {
  return module !== 'root' && LOW_TO_HIGH.indexOf(owner) > LOW_TO_HIGH.indexOf(module);
}

type Exceptions = typeof READS_ABOVE;
const isListed = (list: Exceptions, path: string, table: string) =>
  list.some(([file, name]) => name === table && file.test(path));

const readsAbove = uses.flatMap(({ path, module, reads }) =>
  reads.filter((table) => isAbove(OWNERS[table] ?? '', module)).map((table) => ({ path, table })),
);
const writesOfOthers = uses.flatMap(({ path, module, writes }) =>
  writes.filter((table) => OWNERS[table] !== module).map((table) => ({ path, table })),
);

describe('table ownership', () => {
  test('names one owner for every table', () => {
    expect(Object.keys(OWNERS).sort()).toEqual(TABLES.map(([name]) => name).sort());
    expect(Object.entries(OWNERS).filter(([, owner]) => !LOW_TO_HIGH.includes(owner))).toEqual([]);
    const superfluous = Object.entries(OWNED_ELSEWHERE).filter(([table, owner]) => FILES[table] === owner);
    expect(superfluous).toEqual([]);
  });

  test('the scanner finds imports, queries and SQL, and detects writes', () => {
    const text = `
      import { contacts as rows, type Other, tickets } from '@db/tenant/schema/index.ts';
      import type { messages } from '@db/tenant/schema/index.ts';
      tx.db.insert(rows); db.update(tickets); map.delete(key); scope.db.query.queues.findFirst();
      tx.db.run(sql\`UPDATE OR IGNORE ticket_tags SET a = 1 WHERE b in (select id from users join tags)\`);
      // It may delete from outbox.
    `;
    expect(usesOf({ path: 'src/modules/x/x.ts', text })).toEqual({
      reads: ['contacts', 'tickets', 'queues', 'users', 'tags'],
      writes: ['contacts', 'tickets', 'ticketTags'],
    });
  });

  test('only the owning module writes a table', () => {
    const wrong = writesOfOthers.filter(({ path, table }) => !isListed(WRITES_OF_OTHERS, path, table));
    expect(wrong.map(({ path, table }) => `${path}: ${table}`)).toEqual([]);
  });

  test('no module below the owner reads a table', () => {
    const wrong = readsAbove.filter(({ path, table }) => !isListed(READS_ABOVE, path, table));
    expect(wrong.map(({ path, table }) => `${path}: ${table}`)).toEqual([]);
  });

  test('only core uses dynamic table names', () => {
    const dynamic = listSources('ts', ['src/modules']).filter(
      (source) => isShipped(source) && /sql\.identifier\(/.test(source.text),
    );
    expect(dynamic.map(({ path }) => path)).toEqual([]);
  });

  test('every exception is in use', () => {
    const unused = (list: Exceptions, found: { path: string; table: string }[]) =>
      list.filter(([file, table]) => !found.some((one) => one.table === table && file.test(one.path)));
    expect(unused(READS_ABOVE, readsAbove)).toEqual([]);
    expect(unused(WRITES_OF_OTHERS, writesOfOthers)).toEqual([]);
  });
});
