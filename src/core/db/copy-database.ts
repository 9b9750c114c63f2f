import type { Client, Value } from '@libsql/client';
import { yieldToLoop } from '../clock.ts';
import type { DatabaseFile } from './open-file.ts';

export type CopyStatement = { sql: string; args?: Value[] };
export type CopySource = { read(sql: string, args?: Value[]): Promise<Value[][]> };
/** Without foreign keys: tables come one after the other. */
export type CopyTarget = { write(statements: CopyStatement[]): Promise<void> };

export const sourceIn = (client: Client): CopySource => ({
  async read(sql, args = []) {
    const { columns, rows } = await client.execute({ sql, args });
    return rows.map((row) => columns.map((name) => row[name] ?? null));
  },
});

export const targetIn = (client: Client): CopyTarget => ({
  async write(statements) {
    await client.migrate(statements.map(({ sql, args = [] }) => ({ sql, args: args.map(toInteger) })));
  },
});

export const sourceInFile = (database: DatabaseFile): CopySource => ({
  read: async (sql, args = []) => database.prepare(sql).raw().all(args.map(toBound)) as Value[][],
});

export function targetInFile(database: DatabaseFile): CopyTarget {
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF');
  return {
    async write(statements) {
      database.exec('BEGIN');
      let [text, prepared] = ['', database.prepare('SELECT 1')];
      for (const { sql, args = [] } of statements) {
        if (sql !== text) [text, prepared] = [sql, database.prepare(sql)];
        prepared.run(args.map(toBound));
      }
      database.exec('COMMIT');
    },
  };
}

const MAX_ROWS = 500;
/** A server refuses an answer of more than 10 MB. */
const PAGE_BYTES = 1_000_000;
/** It names the process that writes into one namespace. */
const LEFT_OUT = ['owner'];
/** Rows that are true of one set of processes. */
const EMPTIED = ['company_owners', 'nodes'];
/** In a copy for as long as it is not whole. */
const MARK = 'unfinished_copy';

type Entry = { type: string; name: string; table: string; sql: string };

/**
 * Copies a whole database, row by row, into an empty one; the source must not change meanwhile. Indexes and triggers are
 * made last, so that no trigger counts a row again; full-text tables are filled by what their triggers would index.
 */
export async function copyDatabase(source: CopySource, target: CopyTarget): Promise<void> {
  const entries = await listEntries(source);
  const [version] = await source.read('PRAGMA user_version');
  const searches = searchTablesOf(entries);
  const copied = entries.filter((entry) => isCopied(entry, searches));
  const tables = copied.filter(({ type }) => type === 'table');

  const run = (statements: string[]) => target.write(statements.map((sql) => ({ sql })));
  await run([`CREATE TABLE ${MARK} (id INTEGER)`, ...tables.map(({ sql }) => sql)]);
  for (const { name } of tables) if (!EMPTIED.includes(name)) await copyRows(source, target, name);
  await copySequences(source, target);
  await run(entries.filter(({ name }) => searches.includes(name)).map(({ sql }) => sql));
  for (const name of searches) await run([indexingOf(name, entries)]);
  await run(copied.filter(({ type }) => type !== 'table').map(({ sql }) => sql));
  await run([`PRAGMA user_version = ${Number(version?.[0])}`, `DROP TABLE ${MARK}`]);
}

export async function emptyDatabase(target: CopySource & CopyTarget): Promise<void> {
  const entries = await listEntries(target);
  const searches = searchTablesOf(entries);
  const tables = entries.filter((entry) => entry.type === 'table' && isCopied(entry, searches));
  const dropped = [...searches, ...tables.map(({ name }) => name)];
  await target.write(dropped.map((name) => ({ sql: `DROP TABLE ${quote(name)}` })));
}

export async function isUnfinished(source: CopySource): Promise<boolean> {
  return (await source.read('SELECT 1 FROM sqlite_schema WHERE name = ?', [MARK])).length > 0;
}

export type Content = Map<string, { rows: number; hash: string }>;

/** By table, over all values; without what `copyDatabase` leaves out or builds anew. */
export async function readContent(source: CopySource): Promise<Content> {
  const entries = await listEntries(source);
  const searches = searchTablesOf(entries);
  const content: Content = new Map();
  for (const entry of entries) {
    if (entry.type !== 'table' || !isCopied(entry, searches) || EMPTIED.includes(entry.name)) continue;
    const hasher = new Bun.CryptoHasher('blake2b256');
    let rows = 0;
    for await (const { page } of pagesOf(source, entry.name)) {
      rows += page.length;
      for (const row of page) hasher.update(JSON.stringify(row.map(toText)));
    }
    content.set(entry.name, { rows, hash: hasher.digest('base64') });
  }
  return content;
}

export function firstDifference(content: Content, copied: Content): string | null {
  return [...content.keys()].find((name) => copied.get(name)?.hash !== content.get(name)?.hash) ?? null;
}

async function listEntries(source: CopySource): Promise<Entry[]> {
  const sql = 'SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid';
  const rows = await source.read(sql);
  return rows.map(([type, name, table, text]) => ({
    type: String(type),
    name: String(name),
    table: String(table),
    sql: String(text),
  }));
}

const searchTablesOf = (entries: Entry[]): string[] =>
  entries.filter(({ sql }) => /^CREATE VIRTUAL TABLE/i.test(sql)).map(({ name }) => name);

/** Not 'rebuild', which indexes the rows that the trigger leaves out, so that none removes them later. */
function indexingOf(search: string, entries: Entry[]): string {
  const trigger = entries.find(({ name }) => name === `${search}_insert`);
  const [event = '', action = ''] = trigger?.sql.split(/\sBEGIN\s/) ?? [];
  const [table = '', isIndexed = 'true'] = (event.split(/\sINSERT ON\s/).at(-1) ?? '').split(/\sWHEN\s/);
  const [, columns, , values] = action.split(/[()]/);
  if (!columns) throw new Error(`no trigger fills ${search}`);
  return `INSERT INTO ${quote(search)} (${columns}) SELECT ${values} FROM ${table} AS new WHERE ${isIndexed}`;
}

const isCopied = ({ name, table }: Entry, searches: string[]): boolean =>
  !name.startsWith('sqlite_') &&
  ![...LEFT_OUT, MARK].includes(table) &&
  !searches.some((search) => table === search || table.startsWith(`${search}_`));

async function copyRows(source: CopySource, target: CopyTarget, table: string): Promise<void> {
  for await (const { names, page } of pagesOf(source, table)) {
    const values = names.map(() => '?').join(', ');
    const sql = `INSERT INTO ${quote(table)} (${names.join(', ')}) VALUES (${values})`;
    await target.write(page.map((args) => ({ sql, args })));
  }
}

/** Each row begins with its rowid. */
async function* pagesOf(
  source: CopySource,
  table: string,
): AsyncGenerator<{ names: string[]; page: Value[][] }> {
  const info = `SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY cid`;
  const columns = (await source.read(info, [table])).map(([name]) => quote(String(name)));
  const sql = `SELECT rowid AS "rowid of row", ${columns.join(', ')} FROM ${quote(table)}
    WHERE rowid > ? ORDER BY rowid LIMIT ?`;
  const names = ['rowid', ...columns];
  let atOnce = MAX_ROWS / 10;
  for (let last: number | undefined = Number.MIN_SAFE_INTEGER; last !== undefined; ) {
    // A file answers at once, and would let nothing else run.
    await yieldToLoop();
    const page: Value[][] | undefined = await source.read(sql, [last, atOnce]).catch((error) => {
      if (atOnce === 1 || !isTooLarge(error)) throw error;
      return undefined;
    });
    if (!page) {
      atOnce = Math.ceil(atOnce / 10);
      continue;
    }
    if (page.length > 0) yield { names, page };
    last = page.length < atOnce ? undefined : Number(page.at(-1)?.[0]);
    const fitting = Math.floor((page.length * PAGE_BYTES) / page.reduce((sum, row) => sum + bytesOf(row), 1));
    atOnce = Math.max(1, Math.min(MAX_ROWS, 2 * atOnce, fitting));
  }
}

const isTooLarge = (error: unknown) => error instanceof Error && error.message.includes('RESPONSE_TOO_LARGE');

/** So that the number of a deleted row is not given again. */
async function copySequences(source: CopySource, target: CopyTarget): Promise<void> {
  const known = await source.read("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'");
  if (known.length === 0) return;
  const rows = await source.read('SELECT name, seq FROM sqlite_sequence');
  const sql = 'INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)';
  const inserts = rows.map((args) => ({ sql, args }));
  await target.write([{ sql: 'DELETE FROM sqlite_sequence' }, ...inserts]);
}

/** An integer is bound as one: a driver may bind a number as REAL, which a column without a type would store. */
const toInteger = (value: Value): Value => (Number.isInteger(value) ? BigInt(value as number) : value);

const toBound = (value: Value) => (value instanceof ArrayBuffer ? Buffer.from(value) : toInteger(value));

const bytesOf = (row: Value[]): number =>
  row.reduce<number>((sum, value) => {
    if (value instanceof ArrayBuffer) return sum + value.byteLength;
    return sum + (typeof value === 'string' ? value.length : 8);
  }, 0);

const toText = (value: Value) =>
  value instanceof ArrayBuffer
    ? Buffer.from(value).toString('base64')
    : typeof value === 'bigint'
      ? Number(value)
      : value;

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
