import {
  type InArgs,
  type InStatement,
  LibsqlBatchError,
  LibsqlError,
  type ResultSet,
  type Transaction,
} from '@libsql/client';
import { AMONG_OTHERS, type CompanyScheduler } from '../write-queue.ts';
import type { Arguments, LocalConnection } from './local-connection.ts';
import type { WrittenTables } from './table-versions.ts';

export type OnWrite = (tables: WrittenTables) => void;

export class LocalTransaction implements Transaction {
  #isOver = false;
  #isCommitting = false;

  constructor(
    private readonly connection: LocalConnection,
    private readonly onWrite: OnWrite,
    private readonly end: () => void,
    private readonly scheduler: CompanyScheduler = AMONG_OTHERS,
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
    const connection = this.#use();
    if (this.scheduler.hasOthers()) await this.#commitBeside(connection);
    else connection.run('COMMIT', []);
    this.#finish();
  }

  async #commitBeside(connection: LocalConnection): Promise<void> {
    this.#isCommitting = true;
    try {
      await connection.commit();
    } finally {
      this.#isCommitting = false;
    }
  }

  async rollback(): Promise<void> {
    this.close();
  }

  close(): void {
    if (this.#isOver || this.#isCommitting) return;
    try {
      if (this.connection.isInTransaction) this.connection.run('ROLLBACK', []);
    } finally {
      this.connection.takeWritten();
      this.#finish();
    }
  }

  hasWritten(marks: string[]): boolean {
    return this.connection.hasWritten(marks);
  }

  get closed(): boolean {
    return this.#isOver || this.#isCommitting || !this.connection.isInTransaction;
  }

  #use(): LocalConnection {
    if (this.closed) throw new LibsqlError('The transaction is closed', 'TRANSACTION_CLOSED');
    return this.connection;
  }

  #finish(): void {
    this.#isOver = true;
    const written = this.connection.takeWritten();
    if (written) this.onWrite(written);
    this.end();
  }
}

export function split(statement: InStatement, args?: InArgs): [string, Arguments] {
  if (typeof statement === 'string') return [statement, args ?? []];
  return [statement.sql, statement.args ?? []];
}

function atIndex({ message, code, extendedCode, rawCode, cause }: LibsqlError, index: number): Error {
  return new LibsqlBatchError(message, index, code, extendedCode, rawCode, cause as Error | undefined);
}
