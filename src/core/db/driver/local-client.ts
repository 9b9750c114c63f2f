import {
  type Client,
  type InArgs,
  type InStatement,
  LibsqlError,
  type Replicated,
  type ResultSet,
  type TransactionMode,
} from '@libsql/client';
import { AMONG_OTHERS, type CompanyScheduler } from '../write-queue.ts';
import { isLocked } from './database-errors.ts';
import { LocalConnection } from './local-connection.ts';
import { LocalTransaction, type OnWrite, split } from './local-transaction.ts';
import { writtenTable } from './table-versions.ts';
import { type LockWait, untilFree } from './wait-for-lock.ts';

/** A search in a large company reads thousands of scattered rows; a small company never uses that much. */
const CACHE_KB = 8_000;
const openMain = (path: string) => new LocalConnection(path, CACHE_KB);

const BEGIN: Record<TransactionMode, string> = {
  write: 'BEGIN IMMEDIATE',
  read: 'BEGIN DEFERRED',
  deferred: 'BEGIN DEFERRED',
};

/**
 * One connection writes and reads; a second one is opened for reads that meet a transaction. Each keeps the schema in
 * memory (0.6 MB), and most companies are quiet.
 *
 * `@libsql/client` prepares each statement anew, which doubles the time of a short read. Locks: see `untilFree`.
 */
export class LocalClient implements Client {
  readonly protocol = 'file';
  closed = false;
  uses = 0;
  #waking: Promise<void> | undefined;
  #beforeWaking: (() => Promise<void>) | undefined;
  #main: LocalConnection;
  #second: LocalConnection | undefined;
  #wasSecondNeeded = false;
  #turn: Promise<unknown> = Promise.resolve();
  #isWriting = false;
  #readable: Promise<void> | undefined;

  constructor(
    private readonly path: string,
    private readonly lockWait: LockWait,
    private readonly onWrite: OnWrite,
    private readonly scheduler: CompanyScheduler = AMONG_OTHERS,
  ) {
    this.#main = openMain(path);
  }

  async values(sql: string, args: unknown[]): Promise<unknown[][]> {
    if (writtenTable(sql) === undefined) return this.#read((reader) => reader.values(sql, args));
    return this.#alone((transaction) => transaction.values(sql, args));
  }

  async execute(statement: InStatement, args?: InArgs): Promise<ResultSet> {
    const [sql, values] = split(statement, args);
    if (writtenTable(sql) === undefined) return this.#read((reader) => reader.run(sql, values));
    return this.#alone((transaction) => transaction.execute({ sql, args: values as InArgs }));
  }

  async batch(
    statements: (InStatement | [string, InArgs?])[],
    mode: TransactionMode = 'deferred',
  ): Promise<ResultSet[]> {
    return this.#alone((transaction) => transaction.batch(statements), mode);
  }

  /** Like `batch`, with foreign keys off: rebuilding a table must not cascade to referencing rows. */
  async migrate(statements: InStatement[]): Promise<ResultSet[]> {
    if (statements.length === 0) return [];
    await this.#used();
    this.#main.exec('PRAGMA foreign_keys=off');
    try {
      return await this.batch(statements, 'write');
    } finally {
      this.#main.exec('PRAGMA foreign_keys=on');
      this.#second?.forget();
    }
  }

  /** Throws SQLITE_BUSY when another program still holds the lock at `deadline` (in ticks of the lockWait). */
  async transaction(
    mode: TransactionMode = 'write',
    deadline = this.lockWait.ticks() + this.lockWait.lockMs,
  ): Promise<LocalTransaction> {
    const before = this.#turn;
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    this.#turn = ended;
    if (this.#isWriting && !(await this.#hasEnded(before, deadline))) {
      void before.then(() => resolve());
      throw new LibsqlError('Another transaction does not end', 'SQLITE_BUSY');
    }
    await before;
    this.#isWriting = true;
    const end = () => {
      this.#isWriting = false;
      resolve();
    };
    try {
      await this.#used();
      this.#main.renewIfSpoilt();
      await untilFree(this.lockWait, () => this.#main.perform(BEGIN[mode]), deadline);
    } catch (error) {
      end();
      throw error;
    }
    return new LocalTransaction(this.#main, this.onWrite, end, this.scheduler);
  }

  async executeMultiple(sql: string): Promise<void> {
    await this.#used();
    const connection = this.#toRead();
    connection.exec(sql);
    this.#main.forget();
    this.#second?.forget();
    this.notifyNow(connection);
  }

  async sync(): Promise<Replicated> {
    return undefined;
  }

  reconnect(): void {
    this.close();
    this.#main = openMain(this.path);
    this.closed = false;
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.#closeSecond();
    this.#main.close();
  }

  /** Closes the second connection if no read needed it since the last call. */
  trim(): void {
    if (!this.#wasSecondNeeded && !this.#readable) this.#closeSecond();
    this.#wasSecondNeeded = false;
  }

  #closeSecond(): void {
    this.#second?.close();
    this.#second = undefined;
  }

  #toRead(): LocalConnection {
    if (!this.#isWriting) return this.#main;
    this.#wasSecondNeeded = true;
    this.#second ??= new LocalConnection(this.path);
    return this.#second;
  }

  ready(): Promise<void> {
    return this.#used();
  }

  /** The next use reopens the file, after `before`. Returns false, without a change, while busy. */
  hibernate(before: () => Promise<void>): boolean {
    if (this.closed || this.#beforeWaking || this.#isWriting || this.#readable) return false;
    this.#beforeWaking = before;
    this.#closeSecond();
    this.#main.close();
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
    this.#main = openMain(this.path);
    this.#beforeWaking = undefined;
  }

  async #alone<T>(
    work: (transaction: LocalTransaction) => Promise<T>,
    mode: TransactionMode = 'write',
  ): Promise<T> {
    const transaction = await this.transaction(mode);
    try {
      const result = await work(transaction);
      await transaction.commit();
      return result;
    } finally {
      transaction.close();
    }
  }

  /** A statement inside a transaction must not wait for that transaction's end: it would wait for ever. */
  #hasEnded(transaction: Promise<unknown>, deadline: number): Promise<boolean> {
    return Promise.race([
      transaction.then(() => true),
      this.lockWait.pause(Math.max(0, deadline - this.lockWait.ticks())).then(() => false),
    ]);
  }

  async #read<T>(work: (reader: LocalConnection) => T): Promise<T> {
    await this.scheduler.take();
    await this.#used();
    try {
      return work(this.#toRead());
    } catch (error) {
      if (!isLocked(error)) throw error;
    }
    const deadline = this.lockWait.ticks() + this.lockWait.lockMs;
    return untilFree(
      this.lockWait,
      async () => {
        await this.#untilReadable(deadline);
        return work(this.#toRead());
      },
      deadline,
    );
  }

  #untilReadable(deadline: number): Promise<void> {
    this.#readable ??= untilFree(
      this.lockWait,
      () => this.#toRead().perform('SELECT 1 FROM sqlite_schema LIMIT 1'),
      deadline,
    ).finally(() => {
      this.#readable = undefined;
      if (!this.#isWriting) this.#main.renewIfSpoilt();
      this.#second?.renewIfSpoilt();
    });
    return this.#readable;
  }

  notifyNow(connection: LocalConnection): void {
    const written = connection.takeWritten();
    if (written) this.onWrite(written);
  }
}
