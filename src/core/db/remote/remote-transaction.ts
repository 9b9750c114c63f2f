import type { InArgs, InStatement, ResultSet, Transaction } from '@libsql/client';
import { toBound } from '../driver/local-connection.ts';
import { type OnWrite, split } from '../driver/local-transaction.ts';
import { createWrittenMarks, marksOf } from '../driver/table-versions.ts';
import { rethrow } from './remote-errors.ts';

type Input = InStatement | [string, InArgs?];

export type Sent = { sql: string; args: InArgs };

export const toSent = (statement: Input, args?: InArgs): Sent => {
  const [sql, values] = Array.isArray(statement) ? split(...statement) : split(statement, args);
  return { sql, args: toBound(values) as InArgs };
};

export class RemoteTransaction implements Transaction {
  readonly #written = createWrittenMarks();

  constructor(
    private readonly inner: Transaction,
    private readonly onWrite: OnWrite,
  ) {}

  get closed(): boolean {
    return this.inner.closed;
  }

  async execute(statement: InStatement, args?: InArgs): Promise<ResultSet> {
    const sent = toSent(statement, args);
    this.#written.add(marksOf(sent.sql));
    return this.inner.execute(sent).catch(rethrow);
  }

  async batch(statements: Input[]): Promise<ResultSet[]> {
    const sent = statements.map((statement) => toSent(statement));
    for (const { sql } of sent) this.#written.add(marksOf(sql));
    return this.inner.batch(sent).catch(rethrow);
  }

  async executeMultiple(sql: string): Promise<void> {
    this.#written.addAll();
    await this.inner.executeMultiple(sql).catch(rethrow);
  }

  hasWritten(marks: string[]): boolean {
    return this.#written.has(marks);
  }

  /** An error leaves open whether the server committed: nothing that was remembered may be trusted. */
  async commit(): Promise<void> {
    try {
      await this.inner.commit().catch(rethrow);
    } finally {
      const written = this.#written.take();
      if (written) this.onWrite(written);
    }
  }

  async rollback(): Promise<void> {
    this.close();
  }

  close(): void {
    this.inner.close();
  }
}
