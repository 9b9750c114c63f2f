import { type InArgs, type InValue, LibsqlError, type ResultSet, type Row } from '@libsql/client';
import Native from 'libsql';
import Unhurried from 'libsql/promise';
import { createRecent } from '../../bounded-cache.ts';
import { yieldToLoop } from '../../clock.ts';
import { isLocked } from './database-errors.ts';
import { namedRows } from './named-rows.ts';
import { createWrittenMarks, marksOf, type WrittenTables } from './table-versions.ts';

export type Arguments = InArgs | unknown[];

type Statement = {
  native: ReturnType<InstanceType<typeof Native>['prepare']>;
  reads: boolean;
  writes: string[];
  columns: string[];
  toRow: (values: unknown[]) => Row;
};

const MAX_STATEMENTS = 256;
const MAX_CACHED_LENGTH = 8_000;
/** These change the schema or settings: they are never cached, and cached statements are dropped. */
const SHAPES = /^\s*(create|alter|drop|pragma|vacuum|reindex|attach|detach)\b/i;

const DEFAULT_CACHE_KB = 2_000;

export class LocalConnection {
  #native: InstanceType<typeof Native>;
  readonly statements = createRecent<Statement>(MAX_STATEMENTS);
  readonly #written = createWrittenMarks();
  #isSpoilt = false;

  constructor(
    readonly path: string,
    private readonly cacheKb = DEFAULT_CACHE_KB,
  ) {
    this.#native = open(path, cacheKb);
  }

  get isInTransaction(): boolean {
    return this.#native.open && this.#native.inTransaction;
  }

  values(sql: string, args: Arguments): unknown[][] {
    return this.#attempt(sql, (statement) => {
      const bound = toBound(args);
      if (statement.reads) return statement.native.all(bound) as unknown[][];
      statement.native.run(bound);
      return [];
    });
  }

  table(sql: string, args: Arguments): { columns: string[]; rows: unknown[][] } {
    const rows = this.values(sql, args);
    return { columns: this.#statement(sql).columns, rows };
  }

  run(sql: string, args: Arguments): ResultSet {
    return this.#attempt(sql, (statement) => {
      const bound = toBound(args);
      if (!statement.reads) {
        const { changes, lastInsertRowid } = statement.native.run(bound);
        return toResult([], [], changes, BigInt(lastInsertRowid));
      }
      const rows = (statement.native.all(bound) as unknown[][]).map(withoutBuffers);
      return toResult(statement.columns, rows.map(statement.toRow), 0, undefined);
    });
  }

  exec(sql: string): void {
    this.forget();
    this.#written.addAll();
    this.perform(sql);
  }

  perform(sql: string): void {
    if (!this.#native.open) throw new LibsqlError('The client is closed', 'CLIENT_CLOSED');
    try {
      this.#native.exec(sql);
    } catch (error) {
      throw asLibsqlError(error);
    }
  }

  /** Runs on a thread of the driver. Do not use the connection meanwhile. */
  async commit(): Promise<void> {
    if (!this.#native.open) throw new LibsqlError('The client is closed', 'CLIENT_CLOSED');
    try {
      await Unhurried.prototype.exec.call(this.#native, 'COMMIT');
    } catch (error) {
      throw asLibsqlError(error);
    } finally {
      // The driver's callback still runs here. Bun runs no other until it ends, so code in it must not wait by
      // turning the loop, as `expect(…).rejects` does (github.com/oven-sh/bun/issues/36828).
      await yieldToLoop();
    }
  }

  /** The driver never resets a statement that met a lock: every later COMMIT fails. Call it outside a transaction. */
  renewIfSpoilt(): void {
    if (!this.#isSpoilt || !this.#native.open) return;
    this.close();
    this.#native = open(this.path, this.cacheKb);
    this.#isSpoilt = false;
  }

  takeWritten(): WrittenTables | undefined {
    return this.#written.take();
  }

  hasWritten(marks: string[]): boolean {
    return this.#written.has(marks);
  }

  forget(): void {
    this.statements.clear();
  }

  close(): void {
    this.forget();
    if (this.#native.open) this.#native.close();
  }

  #attempt<T>(sql: string, work: (statement: Statement) => T): T {
    if (!this.#native.open) throw new LibsqlError('The client is closed', 'CLIENT_CLOSED');
    try {
      const statement = this.#statement(sql);
      this.#written.add(statement.writes);
      return work(statement);
    } catch (error) {
      // A statement that failed while its rows were read throws the same error again instead of running.
      this.statements.delete(sql);
      const wrapped = asLibsqlError(error);
      if (isLocked(wrapped)) this.#isSpoilt = true;
      throw wrapped;
    }
  }

  #statement(sql: string): Statement {
    const known = this.statements.get(sql);
    if (known) return known;
    const isShape = SHAPES.test(sql);
    if (isShape) this.forget();
    const native = this.#native.prepare(sql);
    const reads = native.reader;
    if (reads) native.raw(true);
    const columns = reads ? native.columns().map(({ name }) => name) : [];
    const statement = { native, reads, writes: marksOf(sql), columns, toRow: namedRows(columns) };
    if (!isShape && sql.length <= MAX_CACHED_LENGTH) this.statements.set(sql, statement);
    return statement;
  }
}

/** SQLite's own wait for locks would block the whole process: see `untilFree`. */
function open(path: string, cacheKb: number): InstanceType<typeof Native> {
  const native = new Native(path, { timeout: 0 });
  try {
    if (cacheKb !== DEFAULT_CACHE_KB) native.exec(`PRAGMA cache_size = -${cacheKb}`);
  } catch {
    // Locked or broken: the first statement reports it to its caller.
  }
  return native;
}

export function toBound(args: Arguments): unknown[] {
  if (Array.isArray(args)) return args.map(toSql);
  const named = Object.entries(args).map(([name, value]) => [name.replace(/^[@$:]/, ''), toSql(value)]);
  return Object.fromEntries(named) as unknown[];
}

function toSql(value: unknown): InValue {
  switch (typeof value) {
    case 'boolean':
      return value ? 1n : 0n;
    case 'number':
      return toSqlNumber(value);
    case 'bigint':
      // The driver would silently store another number.
      if (BigInt.asIntN(64, value) !== value) throw new RangeError('SQLite has integers of 64 bits');
      return value;
    case 'undefined':
      throw new TypeError('undefined cannot be stored');
    default:
      if (value instanceof ArrayBuffer) return Buffer.from(value);
      return value instanceof Date ? toSqlNumber(value.getTime()) : (value as InValue);
  }
}

/** The driver binds numbers as REAL: 5 / 2 would be 2.5, and 'a' || 5 'a5.0'. It binds a bigint as INTEGER. */
function toSqlNumber(value: number): InValue {
  if (!Number.isFinite(value)) throw new RangeError('Only finite numbers can be stored');
  return Number.isSafeInteger(value) ? BigInt(value) : value;
}

function withoutBuffers(row: unknown[]): unknown[] {
  for (const [index, value] of row.entries()) if (Buffer.isBuffer(value)) row[index] = ownBytes(value);
  return row;
}

function ownBytes({ buffer, byteOffset, byteLength }: Buffer): ArrayBuffer {
  if (byteOffset === 0 && byteLength === buffer.byteLength) return buffer as ArrayBuffer;
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
}

export function toResult(
  columns: string[],
  rows: Row[],
  rowsAffected: number,
  lastInsertRowid: bigint | undefined,
): ResultSet {
  const result = { columns, columnTypes: columns.map(() => ''), rows, rowsAffected, lastInsertRowid };
  return { ...result, toJSON: () => result };
}

function asLibsqlError(error: unknown): unknown {
  if (!(error instanceof Native.SqliteError)) return error;
  const base = /^SQLITE_[A-Z]+/.exec(error.code)?.[0] ?? 'SQLITE_UNKNOWN';
  return new LibsqlError(error.message, base, error.code, error.rawCode, error);
}
