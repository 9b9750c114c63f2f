import * as schema from '@db/tenant/schema/index.ts';
import { type Column, is, Param, Placeholder, type SQL, sql } from 'drizzle-orm';
import { drizzle, type LibSQLDatabase } from 'drizzle-orm/libsql';
import type { SelectedFieldsOrdered, SQLitePreparedQuery } from 'drizzle-orm/sqlite-core';
import { createRecent } from '../recent.ts';
import { compileMapper, type MapRow } from './row-mapper.ts';

/** Runs a text and gives its rows as arrays in the order of the columns. */
export type Execute = (sql: string, args: unknown[]) => Promise<unknown[][]>;

const executors = new WeakMap<object, Execute>();

/** Says where statements go that are run with this reader: a database, or a transaction of one. */
export function runsOn(reader: object, execute: Execute): void {
  executors.set(reader, execute);
}

/** A query as drizzle builds it: awaited, it gives its rows. */
type Query<R> = PromiseLike<R> & { prepare(): unknown };
/** Runs it on a company's database, or inside one of its transactions. */
export type Statement<R> = (reader: object, values?: Record<string, unknown>) => Promise<R>;

type Build<R> = (db: LibSQLDatabase<typeof schema>) => Query<R>;

/**
 * A query of a company's database that drizzle builds once for the process: building one takes longer than SQLite
 * takes to answer it. What changes from call to call stands as `sql.placeholder('name')` and is given by that name.
 * Writes are built so too (`given` in a `set`); what they return are the rows of their `returning`.
 */
export function tenantStatement<R>(build: Build<R>): Statement<R> {
  // At the first call: the tables of a schema may not be there yet while modules load each other.
  let built: Built | undefined;
  return async (reader, values = {}) => {
    const execute = executors.get(reader);
    if (!execute) throw new Error('a statement was given neither a database nor a transaction');
    built ??= compile(build(drizzle.mock({ schema })).prepare() as Prepared);
    const args = built.params.map((param) => param(values));
    return built.mapRows(await execute(built.sql, args)) as R;
  };
}

/** What drizzle keeps of a statement, and shows to nobody: the columns in their order, for a select or a `returning`. */
type Prepared = SQLitePreparedQuery<never> & {
  fields?: SelectedFieldsOrdered;
  joinsNotNullableMap?: Record<string, boolean>;
};
type Values = Record<string, unknown>;
type Built = {
  sql: string;
  params: ((values: Values) => unknown)[];
  mapRows: (rows: unknown[][]) => unknown;
};

function compile(prepared: Prepared): Built {
  const { sql, params } = prepared.getQuery();
  const { fields, joinsNotNullableMap } = prepared;
  const mapRow: MapRow | undefined = fields && compileMapper(fields, joinsNotNullableMap);
  return {
    sql,
    params: params.map(filler),
    // A relational query (`findFirst`) has a mapping of its own.
    mapRows: mapRow ? (rows) => rows.map(mapRow) : (rows) => prepared.mapResult(rows),
  };
}

/** As drizzle does, but what is null stays NULL: an encoder would make the text 'null' of it, or fail. */
function filler(param: unknown): (values: Values) => unknown {
  if (is(param, Param) && is(param.value, Placeholder)) {
    const { encoder } = param;
    const { name } = param.value;
    return (values) => {
      const value = values[name];
      return value === null || value === undefined ? null : encoder.mapToDriverValue(value);
    };
  }
  if (!is(param, Placeholder)) return () => param;
  const { name } = param;
  return (values) => values[name];
}

/** How many lists of one kind are kept built; the one asked for longest ago goes first. */
const KEPT = 100;

/**
 * Statements of which there are many, told apart by a key that says everything their text and fixed values depend on: a list for one
 * reader and one filter, which he asks for all day.
 */
export function tenantStatements<R>(): (key: string, build: Build<R>) => Statement<R> {
  const known = createRecent<Statement<R>>(KEPT);
  return (key, build) => {
    const statement = known.get(key) ?? tenantStatement(build);
    known.set(key, statement);
    return statement;
  };
}

/** The column among `ids`, given to the statement as JSON text: one statement for any number of them. */
export function amongIds(column: Column): SQL {
  return sql`${column} in (select value from json_each(${sql.placeholder('ids')}))`;
}

/** What a statement is given by that name, where drizzle takes no placeholder: in the `set` of an update. */
export function given(name: string): SQL {
  return sql`${sql.placeholder(name)}`;
}
