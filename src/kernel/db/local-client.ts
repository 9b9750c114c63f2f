import {
  type Client,
  type InArgs,
  type InStatement,
  LibsqlBatchError,
  LibsqlError,
  type Replicated,
  type ResultSet,
  type Transaction,
  type TransactionMode,
} from '@libsql/client';
import { type Arguments, LocalConnection } from './local-connection.ts';
import type { WrittenTables } from './table-stamps.ts';

type Tell = (tables: WrittenTables) => void;

const BEGIN: Record<TransactionMode, string> = {
  write: 'BEGIN IMMEDIATE',
  read: 'BEGIN DEFERRED',
  deferred: 'BEGIN DEFERRED',
};

/**
 * The client of a database file, for `@libsql/client`'s own, which prepares each statement anew and asks for
 * its columns twice: half the time of a short read. Two connections, one to read and one for the transaction;
 * each keeps the statements it has prepared. `tell` hears which tables a commit has written.
 */
export class LocalClient implements Client {
  readonly protocol = 'file';
  closed = false;
  /** How often it was asked for anything: whoever closes what is idle compares. */
  uses = 0;
  #waking: Promise<void> | undefined;
  #beforeWaking: (() => Promise<void>) | undefined;
  #reader: LocalConnection;
  #writer: LocalConnection;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly path: string,
    private readonly options: { timeout: number },
    private readonly tell: Tell,
  ) {
    this.#reader = new LocalConnection(path, options);
    this.#writer = new LocalConnection(path, options);
  }

  /** Rows as plain arrays in the order of the columns. */
  async values(sql: string, args: unknown[]): Promise<unknown[][]> {
    await this.#used();
    const rows = this.#reader.values(sql, args);
    this.#tellNow(this.#reader);
    return rows;
  }

  async execute(statement: InStatement, args?: InArgs): Promise<ResultSet> {
    await this.#used();
    const result = this.#reader.run(...split(statement, args));
    this.#tellNow(this.#reader);
    return result;
  }

  async batch(
    statements: (InStatement | [string, InArgs?])[],
    mode: TransactionMode = 'deferred',
  ): Promise<ResultSet[]> {
    const transaction = await this.transaction(mode);
    try {
      const results = await transaction.batch(statements);
      await transaction.commit();
      return results;
    } finally {
      transaction.close();
    }
  }

  /** As `batch`, with foreign keys off: a table that is built anew must not take along what refers to it. */
  async migrate(statements: InStatement[]): Promise<ResultSet[]> {
    await this.#used();
    this.#writer.exec('PRAGMA foreign_keys=off');
    try {
      return await this.batch(statements, 'deferred');
    } finally {
      this.#writer.exec('PRAGMA foreign_keys=on');
      this.#reader.forget();
    }
  }

  /** Starts when the one before has ended: there is one connection to write with. */
  async transaction(mode: TransactionMode = 'write'): Promise<LocalTransaction> {
    const before = this.#turn;
    let end = (): void => undefined;
    this.#turn = new Promise<void>((resolve) => {
      end = resolve;
    });
    await before;
    try {
      await this.#used();
      this.#writer.run(BEGIN[mode], []);
    } catch (error) {
      end();
      throw error;
    }
    return new LocalTransaction(this.#writer, this.tell, end);
  }

  async executeMultiple(sql: string): Promise<void> {
    await this.#used();
    this.#reader.exec(sql);
    this.#writer.forget();
    this.#tellNow(this.#reader);
  }

  async sync(): Promise<Replicated> {
    return undefined;
  }

  reconnect(): void {
    this.close();
    this.#reader = new LocalConnection(this.path, this.options);
    this.#writer = new LocalConnection(this.path, this.options);
    this.closed = false;
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.#reader.close();
    this.#writer.close();
  }

  /**
   * Lets go of the file; the next use opens it again, when `before` has resolved. Whoever still holds this client need not know.
   * Returns false, and changes nothing, while a transaction runs.
   */
  rest(before: () => Promise<void>): boolean {
    if (this.closed || this.#beforeWaking || this.#writer.isInTransaction) return false;
    this.#beforeWaking = before;
    this.#reader.close();
    this.#writer.close();
    return true;
  }

  async #used(): Promise<void> {
    this.uses += 1;
    while (this.#beforeWaking && !this.closed) {
      this.#waking ??= this.#wake(this.#beforeWaking).finally(() => {
        this.#waking = undefined;
      });
      await this.#waking;
    }
  }

  async #wake(before: () => Promise<void>): Promise<void> {
    await before();
    const reader = new LocalConnection(this.path, this.options);
    this.#writer = new LocalConnection(this.path, this.options);
    this.#reader = reader;
    this.#beforeWaking = undefined;
  }

  #tellNow(connection: LocalConnection): void {
    const written = connection.takeWritten();
    if (written) this.tell(written);
  }
}

export class LocalTransaction implements Transaction {
  #isOver = false;

  constructor(
    private readonly connection: LocalConnection,
    private readonly tell: Tell,
    private readonly end: () => void,
  ) {}

  async values(sql: string, args: unknown[]): Promise<unknown[][]> {
    return this.#use().values(sql, args);
  }

  async execute(statement: InStatement, args?: InArgs): Promise<ResultSet> {
    return this.#use().run(...split(statement, args));
  }

  async batch(statements: (InStatement | [string, InArgs?])[]): Promise<ResultSet[]> {
    return statements.map((statement, index) => {
      try {
        return this.#use().run(...(Array.isArray(statement) ? split(...statement) : split(statement)));
      } catch (error) {
        throw error instanceof LibsqlError ? atIndex(error, index) : error;
      }
    });
  }

  async executeMultiple(sql: string): Promise<void> {
    this.#use().exec(sql);
  }

  async commit(): Promise<void> {
    this.#use().run('COMMIT', []);
    this.#finish();
  }

  async rollback(): Promise<void> {
    this.close();
  }

  close(): void {
    if (this.#isOver) return;
    try {
      if (this.connection.isInTransaction) this.connection.run('ROLLBACK', []);
    } finally {
      this.connection.takeWritten();
      this.#finish();
    }
  }

  get closed(): boolean {
    return this.#isOver || !this.connection.isInTransaction;
  }

  #use(): LocalConnection {
    if (this.closed) throw new LibsqlError('The transaction is closed', 'TRANSACTION_CLOSED');
    return this.connection;
  }

  #finish(): void {
    this.#isOver = true;
    const written = this.connection.takeWritten();
    if (written) this.tell(written);
    this.end();
  }
}

function split(statement: InStatement, args?: InArgs): [string, Arguments] {
  if (typeof statement === 'string') return [statement, args ?? []];
  return [statement.sql, statement.args ?? []];
}

function atIndex({ message, code, extendedCode, rawCode, cause }: LibsqlError, index: number): Error {
  return new LibsqlBatchError(message, index, code, extendedCode, rawCode, cause as Error | undefined);
}
