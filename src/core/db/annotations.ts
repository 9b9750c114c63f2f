import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { type SQLiteColumn, SQLiteTable, sqliteTable } from 'drizzle-orm/sqlite-core';

/**
 * How an erasure treats a column:
 * - `identity`: it identifies somebody, so other texts are searched for it
 * - `number`: a number stored apart from the contact, found by its hash when a backup is restored
 * - `text`: free text; numbers and addresses in it are masked
 * - `row`: goes with its row, which is deleted or emptied
 * - `copy`: repeats a text of its row and is cleared when that text is masked
 */
export type Personal = 'identity' | 'number' | 'text' | 'row' | 'copy';

export type Encryption = {
  /** `text` has a mark in front, `bytes` is a WhatsApp session's own cipher. */
  form: 'text' | 'base64' | 'bytes';
  /** Authenticated name of the value: `{company}` and columns of its row in braces. */
  context: string;
  /** Rows whose value is encrypted; all if left out. */
  where?: (row: Row) => boolean;
};

/** `local`: the rows are valid on this server only. `derived`: triggers fill it. */
export type Kind = 'local' | 'derived';

type Row = Record<string, unknown>;
export type Notes = {
  personal?: Personal;
  encrypted?: Encryption[];
  /** Nobody may read it, though it is no ciphertext; `keyed` hashes cannot be computed anew for another key. */
  secret?: 'plain' | 'keyed';
  /** Keys of stored files: as the whole value, or anywhere in it. */
  media?: 'key' | 'within';
  /** The id of the company that a platform row belongs to. */
  isOwner?: true;
};

const notes = new WeakMap<object, Notes>();
const kinds = new WeakMap<object, Kind>();

const note = <B extends object>(builder: B, one: Notes): B => {
  notes.set(builder, { ...notes.get(builder), ...one });
  return builder;
};

export const personal = <B extends object>(builder: B, how: Personal = 'text') =>
  note(builder, { personal: how });
export const secret = <B extends object>(builder: B) => note(builder, { secret: 'plain' });
export const keyedHash = <B extends object>(builder: B) => note(builder, { secret: 'keyed' });
export const media = <B extends object>(builder: B) => note(builder, { media: 'key' });
export const mayNameMedia = <B extends object>(builder: B) => note(builder, { media: 'within' });
export const owner = <B extends object>(builder: B) => note(builder, { isOwner: true });

/** Bound to its company, table, row and column unless `context` says otherwise. */
export const encrypted = <B extends object>(builder: B, ...ways: Partial<Encryption>[]): B =>
  note(builder, {
    encrypted: (ways.length > 0 ? ways : [{}]).map((way) => ({ form: 'text', context: '', ...way })),
  });

/** drizzle's `sqliteTable` whose columns carry their annotations. */
export const table = annotatedTable();
export const localTable = annotatedTable('local');
export const derivedTable = annotatedTable('derived');

function annotatedTable(kind?: Kind): typeof sqliteTable {
  const create = sqliteTable as (...args: unknown[]) => SQLiteTable;
  const make = (name: string, columns: Record<string, object>, ...extra: unknown[]) => {
    const made = create(name, columns, ...extra);
    if (kind) kinds.set(made, kind);
    const built: Record<string, SQLiteColumn> = getTableColumns(made);
    for (const [property, builder] of Object.entries(columns)) {
      const found = notes.get(builder);
      const column = built[property];
      if (found && column) notes.set(column, withContext(found, name, column.name));
    }
    return made;
  };
  return make as unknown as typeof sqliteTable;
}

function withContext({ encrypted: ways, ...others }: Notes, name: string, column: string): Notes {
  if (!ways) return others;
  const bound = `${name}:{company}:{id}:${column}`;
  return { ...others, encrypted: ways.map((way) => ({ ...way, context: way.context || bound })) };
}

export const notesOf = (column: SQLiteColumn): Notes => notes.get(column) ?? {};

export const tablesIn = (schema: Record<string, unknown>): SQLiteTable[] =>
  Object.values(schema).filter((one): one is SQLiteTable => is(one, SQLiteTable));

export function columnsWhere(
  schema: Record<string, unknown>,
  isWanted: (found: Notes) => boolean,
): SQLiteColumn[] {
  return tablesIn(schema).flatMap((one) =>
    Object.values<SQLiteColumn>(getTableColumns(one)).filter((column) => isWanted(notesOf(column))),
  );
}

/** The names in code of all columns that hold a secret. */
export const secretProperties = (schema: Record<string, unknown>): string[] =>
  tablesIn(schema).flatMap((one) =>
    Object.entries<SQLiteColumn>(getTableColumns(one))
      .filter(([, column]) => notesOf(column).secret || notesOf(column).encrypted)
      .map(([property]) => property),
  );

export const tablesOfKind = (schema: Record<string, unknown>, kind: Kind): string[] =>
  tablesIn(schema)
    .filter((one) => kinds.get(one) === kind)
    .map(getTableName);

export const columnsInContext = (context: string): string[] =>
  [...context.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => (name === 'company' ? [] : [name]));

/** `row` has the columns that the context names, and `company` where it does. */
export const contextOf = ({ context }: Pick<Encryption, 'context'>, row: Row): string =>
  context.replaceAll(/\{(\w+)\}/g, (_, name) => String(row[name]));

/** For a column that is encrypted in one way. */
export function contextIn(column: SQLiteColumn, row: Row): string {
  const [way] = notesOf(column).encrypted ?? [];
  if (!way) throw new Error(`${column.name} is not encrypted`);
  return contextOf(way, row);
}
