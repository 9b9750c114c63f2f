import { spyOn } from 'bun:test';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Native from 'libsql';
import { LocalConnection } from '@/core/db/driver/local-connection.ts';
import { writeTemplate } from '@/core/db/tenants/tenants.ts';

export type Step = { sql: string; detail: string };

/** Planner statistics: none, as in production, or those of ANALYZE in companies of these kinds. */
export const STATISTICS = ['no statistics', 'many and even', 'few', 'every index finds few'] as const;
export type Statistics = (typeof STATISTICS)[number];

export type Planner = {
  stepsOf(work: () => Promise<unknown>, statistics?: Statistics): Promise<Step[]>;
  close(): void;
};

export async function createPlanner(): Promise<Planner> {
  const dir = mkdtempSync(join(tmpdir(), 'balcao-plans-'));
  const empty = join(dir, 'empty.db');
  await writeTemplate(empty);
  const databases = new Map(
    STATISTICS.map((statistics, n) => [statistics, withStatistics(empty, join(dir, `${n}.db`), statistics)]),
  );
  return {
    async stepsOf(work, statistics = 'no statistics') {
      const database = databases.get(statistics);
      const statements = await statementsOf(work);
      return statements.flatMap((sql) => {
        const steps = database?.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[];
        return steps.map(({ detail }) => ({ sql, detail }));
      });
    },
    close() {
      for (const database of databases.values()) database.close();
      rmSync(dir, { recursive: true });
    },
  };
}

function withStatistics(empty: string, path: string, statistics: Statistics): InstanceType<typeof Native> {
  copyFileSync(empty, path);
  if (statistics === 'no statistics') return new Native(path);
  const database = new Native(path);
  database.exec('ANALYZE');
  const indexes = database
    .prepare("SELECT name, tbl_name FROM sqlite_master WHERE type = 'index' AND name NOT LIKE 'sqlite_stat%'")
    .all() as { name: string; tbl_name: string }[];
  const add = database.prepare('INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)');
  for (const { name, tbl_name } of indexes) {
    const columns = database.prepare(`PRAGMA index_info("${name}")`).all().length;
    add.run([tbl_name, name, replyFor(statistics, columns)]);
  }
  database.close();
  return new Native(path);
}

/** sqlite_stat1: rows of the index, then rows per value of the first column, first two … */
function replyFor(statistics: Statistics, columns: number): string {
  const [rows, each] =
    statistics === 'few' ? [50, 5] : statistics === 'many and even' ? [1_000_000, 10] : [1_000_000, 1_000];
  const shares = Array.from({ length: columns }, (_, n) => Math.max(1, Math.floor(rows / each ** (n + 1))));
  return [rows, ...shares].join(' ');
}

export const countStatements = async (work: () => Promise<unknown>): Promise<number> =>
  (await askedBy(work)).length;

async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const asked = await askedBy(work);
  return [...new Set(asked)].filter((sql) => /^\s*(select|with|update|delete)/i.test(sql));
}

export async function askedBy(work: () => Promise<unknown>): Promise<string[]> {
  const run = spyOn(LocalConnection.prototype, 'run');
  const values = spyOn(LocalConnection.prototype, 'values');
  try {
    await work();
    return [...run.mock.calls, ...values.mock.calls].map(([sql]) => sql);
  } finally {
    run.mockRestore();
    values.mockRestore();
  }
}

const SMALL = [
  'users',
  'queues',
  'tags',
  'connections',
  'settings',
  'user_queues',
  'json_each',
  'found',
  'moved',
  'CONSTANT',
];

/** Scans of tables that grow. Allowed: full-text hits, subquery results, and an index walk limited by the page. */
export function walks(steps: Step[]): string[] {
  return steps
    .filter(({ sql, detail }) => {
      const table = /^SCAN (\S+)/.exec(detail)?.[1];
      if (table === undefined || SMALL.includes(table)) return false;
      if (/VIRTUAL TABLE|SUBQUERY|^SCAN \(/.test(detail)) return false;
      return !(/USING (COVERING )?INDEX/.test(detail) && /\blimit\b/i.test(sql));
    })
    .map(({ detail }) => detail);
}
