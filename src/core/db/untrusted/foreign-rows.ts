import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { MAX_ID } from '../../ids.ts';
import { schemaBytes } from './schema-pages.ts';

/** `schema`: a table, trigger, view or index that is not ours; `rows`: a value does not fit. */
export type RowsFault = 'schema' | 'rows';

export class RowsRefused extends Error {
  constructor(
    readonly fault: RowsFault,
    message: string,
  ) {
    super(message);
  }
}

export type RowsToCopy = {
  from: string;
  to: string;
  counts: Record<string, number>;
  leftOut: string[];
  mostIds?: Record<string, number>;
};

const MAX_VALUE_BYTES = 8 * 1024 * 1024;
const MAX_MOMENT = 8_640_000_000_000_000;
/** libSQL's driver has neither a defensive mode nor limits (decision 43). */
const LIMITS = {
  length: 4 * MAX_VALUE_BYTES,
  sqlLength: 1_000_000,
  attach: 1,
  triggerDepth: 10,
  exprDepth: 400,
  compoundSelect: 20,
  likePatternLength: 100,
};

/** Copies values only; the schema must equal ours. Call it in a limited process. Throws RowsRefused. */
export function copyRows(copying: RowsToCopy): void {
  if (schemaBytes(copying.from) === undefined) throw new RowsRefused('schema', 'its schema cannot be read');
  const database = new DatabaseSync(copying.to, { defensive: true, limits: LIMITS } as object);
  try {
    database.exec(
      'PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = OFF; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF',
    );
    const tables = tablesIn(database).filter(({ name }) => !copying.leftOut.includes(name));
    const version = versionOf(database, 'main');
    database.prepare('ATTACH ? AS theirs').run(`${pathToFileURL(copying.from).href}?mode=ro&immutable=1`);
    requireOurSchema(database, version);
    database.exec('BEGIN');
    let bytes = statSync(copying.from).size;
    for (const table of tables) bytes -= copyTable(database, table, copying, bytes);
    for (const table of tables) copySequence(database, table, copying);
    database.exec('COMMIT; DETACH theirs');
    const [broken] = database.prepare('PRAGMA foreign_key_check').iterate();
    if (broken) throw new RowsRefused('rows', 'a row refers to one that is not there');
  } catch (error) {
    if (error instanceof RowsRefused) throw error;
    throw new RowsRefused('rows', error instanceof Error ? error.message : String(error));
  } finally {
    database.close();
  }
}

type Column = { name: string; type: string };
type Table = { name: string; columns: Column[] };

/** Call it before attaching the other file: these pragmas would open its virtual tables. */
function tablesIn(database: DatabaseSync): Table[] {
  const names = database
    .prepare(
      `select name from pragma_table_list where schema = 'main' and type = 'table'
         and name not like 'sqlite\\_%' escape '\\' and name not like '\\_\\_%' escape '\\' order by name`,
    )
    .all() as { name: string }[];
  return names.map(({ name }) => ({
    name,
    columns: database
      .prepare('select name, type from pragma_table_xinfo(?) where hidden = 0')
      .all(name) as Column[],
  }));
}

const versionOf = (database: DatabaseSync, where: 'main' | 'theirs') =>
  (database.prepare(`PRAGMA ${where}.user_version`).get() as { user_version: number }).user_version;

function requireOurSchema(database: DatabaseSync, version: number): void {
  const ours = schemaOf(database, 'main', -1);
  const theirs = schemaOf(database, 'theirs', ours.length + 1);
  if (versionOf(database, 'theirs') !== version)
    throw new RowsRefused('schema', 'its version is another one than it says');
  const odd = theirs.find((one, n) => one !== ours[n]);
  if (odd !== undefined || theirs.length !== ours.length)
    throw new RowsRefused('schema', (odd ?? 'something is missing').slice(0, 120));
}

function schemaOf(database: DatabaseSync, where: 'main' | 'theirs', most: number): string[] {
  const rows = database
    .prepare(
      `select json_array(type, name, tbl_name, sql) as one from ${where}.sqlite_master
         where name not in ('sqlite_stat1', 'sqlite_stat4') or type <> 'table' order by 1 limit ${most}`,
    )
    .all() as { one: string }[];
  return rows.map(({ one }) => one);
}

/** Returns the bytes of its values: pages shared by many rows would grow beyond the file's size on our disk. */
function copyTable(
  database: DatabaseSync,
  { name, columns }: Table,
  { counts, mostIds = {} }: RowsToCopy,
  mostBytes: number,
): number {
  const count = counts[name] ?? 0;
  if (count > mostBytes) throw new RowsRefused('rows', `${name} is not complete`);
  const faults = columns.map((column) => faultOf(column, mostIds[name] ?? MAX_ID));
  const found = database
    .prepare(
      `select count(*) as n, total(fault) as faults, total(bytes) as bytes from
         (select ${faults.join(' or ')} as fault, ${columns.map(bytesOf).join(' + ')} as bytes
            from theirs."${name}" not indexed limit ${count + 1})`,
    )
    .get() as { n: number; faults: number; bytes: number };
  if (found.n !== count) throw new RowsRefused('rows', `${name} is not complete`);
  if (found.faults > 0 || found.bytes > mostBytes)
    throw new RowsRefused('rows', `${name} holds what does not belong there`);
  const names = columns.map((column) => `"${column.name}"`).join(', ');
  database.exec(`insert into main."${name}" (${names}) select ${names} from theirs."${name}" not indexed`);
  return found.bytes;
}

const bytesOf = ({ name }: Column) =>
  `iif(typeof("${name}") in ('text', 'blob'), octet_length("${name}"), 0)`;

/** 1 for a value that our column does not accept; null is left to the column's NOT NULL. */
function faultOf({ name, type }: Column, mostId: number): string {
  const value = `"${name}"`;
  const kinds = KINDS[type.toLowerCase()] ?? KINDS[''];
  const isKind = `typeof(${value}) in ('null', ${kinds?.map((kind) => `'${kind}'`).join(', ')})`;
  const isBounded =
    name === 'id'
      ? `(typeof(id) <> 'integer' or id between 1 and ${mostId})`
      : `(typeof(${value}) not in ('integer', 'real') or ${value} between -${mostOf(name)} and ${mostOf(name)})`;
  return `not (${isKind} and ${isBounded} and coalesce(octet_length(${value}), 0) <= ${MAX_VALUE_BYTES})`;
}

const mostOf = (name: string) => (name.endsWith('_id') ? MAX_ID : MAX_MOMENT);

const KINDS: Record<string, string[]> = {
  integer: ['integer'],
  text: ['text'],
  blob: ['blob'],
  real: ['real', 'integer'],
  '': ['integer', 'real', 'text', 'blob'],
};

/** Ids are never reused. */
function copySequence(database: DatabaseSync, { name }: Table, { mostIds = {} }: RowsToCopy): void {
  const last = database
    .prepare(
      `select max(seq) as seq from (select seq from theirs.sqlite_sequence
         where name = ? and typeof(seq) = 'integer' and seq between 1 and ? limit 10)`,
    )
    .get(name, mostIds[name] ?? MAX_ID) as { seq: number | null };
  if (last.seq === null) return;
  const { changes } = database
    .prepare('update main.sqlite_sequence set seq = max(seq, ?) where name = ?')
    .run(last.seq, name);
  if (changes === 0) database.prepare('insert into main.sqlite_sequence values (?, ?)').run(name, last.seq);
}
