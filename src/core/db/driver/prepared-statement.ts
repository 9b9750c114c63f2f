import * as schema from '@db/tenant/schema/index.ts';
import { type Column, is, Param, Placeholder, type SQL, sql } from 'drizzle-orm';
import { drizzle, type LibSQLDatabase } from 'drizzle-orm/libsql';
import type { SelectedFieldsOrdered, SQLitePreparedQuery } from 'drizzle-orm/sqlite-core';
import { createRecent } from '../../bounded-cache.ts';
import { compileMapper, type MapRow } from './row-mapper.ts';

export type Execute = (sql: string, args: unknown[]) => Promise<unknown[][]>;

export type Runs = { runStatement: Execute };

type Query<R> = PromiseLike<R> & { prepare(): unknown };
export type Statement<R> = (reader: Runs, values?: Record<string, unknown>) => Promise<R>;

type Builder = LibSQLDatabase<typeof schema> & Runs;
type Build<R> = (db: Builder) => Query<R>;

/** Built once per process: building takes longer than running. Values: `sql.placeholder(…)`, `parameter`. */
export function tenantStatement<R>(build: Build<R>): Statement<R> {
  return statement(() => build(drizzle.mock({ schema }) as unknown as Builder));
}

export function platformStatement<R>(build: (db: LibSQLDatabase) => Query<R>): Statement<R> {
  return statement(() => build(drizzle.mock()));
}

function statement<R>(build: () => Query<R>): Statement<R> {
  let built: Built | undefined;
  return async (reader, values = {}) => {
    built ??= compile(build().prepare() as Prepared);
    const args = built.params.map((param) => param(values));
    return built.mapRows(await reader.runStatement(built.sql, args)) as R;
  };
}

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
    mapRows: mapRow ? (rows) => rows.map(mapRow) : (rows) => prepared.mapResult(rows),
  };
}

/** Like drizzle, except that null stays NULL: an encoder would turn it into the text 'null', or throw. */
function filler(param: unknown): (values: Values) => unknown {
  if (is(param, Param) && is(param.value, Placeholder)) {
    const { encoder } = param;
    const { name } = param.value;
    return (values) => {
      const value = namedValue(values, name);
      return value === null || value === undefined ? null : encoder.mapToDriverValue(value);
    };
  }
  if (!is(param, Placeholder)) return () => param;
  const { name } = param;
  return (values) => namedValue(values, name);
}

/** A misspelt name would be NULL. */
function namedValue(values: Values, name: string): unknown {
  if (!(name in values)) throw new Error(`no value for the parameter ${name}`);
  return values[name];
}

const MAX_STATEMENTS = 100;

/** `key` names all that text and fixed values depend on, or the cache returns another reader's rows. */
export function tenantStatements<R>(): (key: string, build: Build<R>) => Statement<R> {
  const known = createRecent<Statement<R>>(MAX_STATEMENTS);
  return (key, build) => {
    const statement = known.get(key) ?? tenantStatement(build);
    known.set(key, statement);
    return statement;
  };
}

export function amongIds(column: Column): SQL {
  return sql`${column} in (select value from json_each(${sql.placeholder('ids')}))`;
}

export function parameter(name: string): SQL {
  return sql`${sql.placeholder(name)}`;
}
