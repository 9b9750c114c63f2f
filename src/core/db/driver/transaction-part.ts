import {
  type Client,
  type InArgs,
  type InStatement,
  type InValue,
  LibsqlError,
  type ResultSet,
  type Transaction,
} from '@libsql/client';
import type { RemoteTransaction } from '../remote/remote-transaction.ts';
import type { SlowClient } from '../slow-reads/slow-client.ts';
import type { LocalClient } from './local-client.ts';
import type { LocalTransaction } from './local-transaction.ts';

/** Refuses unawaited statements after the work's end: they would run in another's transaction. */
export class TransactionPart implements Transaction {
  closed = false;

  constructor(private readonly whole: Transaction) {}

  async values(sql: string, args: unknown[]): Promise<unknown[][]> {
    return valuesOf(this.#use(), sql, args);
  }

  async execute(statement: InStatement, args?: InArgs): Promise<ResultSet> {
    return this.#use().execute(typeof statement === 'string' && args ? { sql: statement, args } : statement);
  }

  async batch(statements: InStatement[]): Promise<ResultSet[]> {
    return this.#use().batch(statements);
  }

  async executeMultiple(sql: string): Promise<void> {
    return this.#use().executeMultiple(sql);
  }

  hasWritten(marks: string[]): boolean {
    return (this.whole as LocalTransaction | RemoteTransaction).hasWritten(marks);
  }

  async commit(): Promise<void> {
    this.close();
  }

  async rollback(): Promise<void> {
    this.close();
  }

  close(): void {
    this.closed = true;
  }

  #use(): Transaction {
    if (this.closed) throw new LibsqlError('The transaction is closed', 'TRANSACTION_CLOSED');
    return this.whole;
  }
}

export async function valuesOf(
  target: Client | Transaction,
  sql: string,
  args: unknown[],
): Promise<unknown[][]> {
  if ('values' in target) return (target as LocalClient | LocalTransaction | SlowClient).values(sql, args);
  const { rows } = await target.execute({ sql, args: args as InValue[] });
  return rows.map((row) => Array.from(row as ArrayLike<unknown>));
}
