import type { Client, InStatement, InValue, Value } from '@libsql/client';

const ROWS_AT_ONCE = 500;
/** It names the process that writes into one namespace. */
const LEFT_OUT = ['owner'];
/** Rows that are true of one set of processes. */
const EMPTIED = ['company_owners', 'nodes'];
/** In a copy for as long as it is not whole. */
const MARK = 'unfinished_copy';

type Entry = { type: string; name: string; table: string; sql: string };

/**
 * Copies a whole database, row by row, into an empty one; the source must not change meanwhile. Indexes and triggers are
 * made last, so that no trigger counts a row again; full-text tables are built from the tables that they index.
 */
export async function copyDatabase(source: Client, target: Client): Promise<void> {
  const entries = await listEntries(source);
  const searches = searchTablesOf(entries);
  const copied = entries.filter((entry) => isCopied(entry, searches));
  const tables = copied.filter(({ type }) => type === 'table');

  await target.migrate([`CREATE TABLE ${MARK} (id INTEGER)`, ...tables.map(({ sql }) => sql)]);
  for (const { name } of tables) if (!EMPTIED.includes(name)) await copyRows(source, target, name);
  await copySequences(source, target);
  await target.migrate(entries.filter(({ name }) => searches.includes(name)).map(({ sql }) => sql));
  for (const name of searches)
    await target.migrate([`INSERT INTO ${quote(name)}(${quote(name)}) VALUES ('rebuild')`]);
  await target.migrate(copied.filter(({ type }) => type !== 'table').map(({ sql }) => sql));
  const [version] = await read(source, 'PRAGMA user_version');
  await target.migrate([`PRAGMA user_version = ${Number(version?.[0])}`, `DROP TABLE ${MARK}`]);
}

export async function isUnfinished(client: Client): Promise<boolean> {
  return (await read(client, 'SELECT 1 FROM sqlite_schema WHERE name = ?', [MARK])).length > 0;
}

export type Content = Map<string, { rows: number; hash: string }>;

/** By table, over all values; without what `copyDatabase` leaves out or builds anew. */
export async function readContent(client: Client): Promise<Content> {
  const entries = await listEntries(client);
  const searches = searchTablesOf(entries);
  const content: Content = new Map();
  for (const entry of entries) {
    if (entry.type !== 'table' || !isCopied(entry, searches) || EMPTIED.includes(entry.name)) continue;
    const hasher = new Bun.CryptoHasher('blake2b256');
    let rows = 0;
    for await (const { page } of pagesOf(client, entry.name)) {
      rows += page.length;
      for (const row of page) hasher.update(JSON.stringify(row.map(toText)));
    }
    content.set(entry.name, { rows, hash: hasher.digest('base64') });
  }
  return content;
}

async function listEntries(client: Client): Promise<Entry[]> {
  const sql = 'SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid';
  const rows = await read(client, sql);
  return rows.map(([type, name, table, text]) => ({
    type: String(type),
    name: String(name),
    table: String(table),
    sql: String(text),
  }));
}

const searchTablesOf = (entries: Entry[]): string[] =>
  entries.filter(({ sql }) => /^CREATE VIRTUAL TABLE/i.test(sql)).map(({ name }) => name);

const isCopied = ({ name, table }: Entry, searches: string[]): boolean =>
  !name.startsWith('sqlite_') &&
  ![...LEFT_OUT, MARK].includes(table) &&
  !searches.some((search) => table === search || table.startsWith(`${search}_`));

async function copyRows(source: Client, target: Client, table: string): Promise<void> {
  for await (const { names, page } of pagesOf(source, table)) {
    const values = names.map(() => '?').join(', ');
    const sql = `INSERT INTO ${quote(table)} (${names.join(', ')}) VALUES (${values})`;
    await target.migrate(page.map((row) => ({ sql, args: valuesOf(row) })));
  }
}

/** Each row begins with its rowid. */
async function* pagesOf(client: Client, table: string): AsyncGenerator<{ names: string[]; page: Value[][] }> {
  const columns = (await client.execute(`PRAGMA table_xinfo(${quote(table)})`)).rows
    .filter(({ hidden }) => Number(hidden) === 0)
    .map(({ name }) => quote(String(name)));
  const sql = `SELECT rowid AS "rowid of row", ${columns.join(', ')} FROM ${quote(table)}
    WHERE rowid > ? ORDER BY rowid LIMIT ${ROWS_AT_ONCE}`;
  const names = ['rowid', ...columns];
  for (let last: number | undefined = Number.MIN_SAFE_INTEGER; last !== undefined; ) {
    const page = await read(client, sql, [last]);
    if (page.length > 0) yield { names, page };
    last = page.length < ROWS_AT_ONCE ? undefined : Number(page.at(-1)?.[0]);
  }
}

/** So that the number of a deleted row is not given again. */
async function copySequences(source: Client, target: Client): Promise<void> {
  if ((await read(source, "SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'")).length === 0) return;
  const rows = await read(source, 'SELECT name, seq FROM sqlite_sequence');
  const sql = 'INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)';
  const inserts: InStatement[] = rows.map((row) => ({ sql, args: valuesOf(row) }));
  await target.migrate(['DELETE FROM sqlite_sequence', ...inserts]);
}

async function read(client: Client, sql: string, args: InValue[] = []): Promise<Value[][]> {
  const { columns, rows } = await client.execute({ sql, args });
  return rows.map((row) => columns.map((name) => row[name] ?? null));
}

/** An integer is bound as one: a driver may bind a number as REAL, which a column without a type would store. */
const valuesOf = (row: Value[]): InValue[] =>
  row.map((value) => (Number.isInteger(value) ? BigInt(value as number) : value));

const toText = (value: Value) =>
  value instanceof ArrayBuffer
    ? Buffer.from(value).toString('base64')
    : typeof value === 'bigint'
      ? Number(value)
      : value;

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
