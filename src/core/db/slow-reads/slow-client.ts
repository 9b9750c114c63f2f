import { statSync } from 'node:fs';
import { type Client, type InArgs, type InStatement, LibsqlError, type ResultSet } from '@libsql/client';
import type { LocalClient } from '../driver/local-client.ts';
import { split } from '../driver/local-transaction.ts';
import { namedRows } from '../driver/named-rows.ts';
import type { OwnSlowReads, SlowRows } from './slow-reads.ts';

export class SlowClient implements Pick<Client, 'execute'> {
  constructor(
    private readonly path: string,
    private readonly near: LocalClient,
    private readonly slow: OwnSlowReads,
  ) {}

  async values(sql: string, args: unknown[]): Promise<unknown[][]> {
    if (this.isSmall()) return this.near.values(sql, args);
    return (await this.#read(sql, args)).rows;
  }

  async execute(statement: InStatement, args?: InArgs): Promise<ResultSet> {
    if (this.isSmall()) return this.near.execute(statement, args);
    const { columns, rows } = await this.#read(...split(statement, args));
    const result = { columns, columnTypes: columns.map(() => ''), rows: rows.map(namedRows(columns)) };
    const whole = { ...result, rowsAffected: 0, lastInsertRowid: undefined };
    return { ...whole, toJSON: () => whole };
  }

  async #read(sql: string, args: unknown): Promise<SlowRows> {
    if (!/^\s*(select|with)\b/i.test(sql)) throw new LibsqlError('slowDb only reads', 'SQLITE_READONLY');
    await this.near.ready();
    const { columns, rows } = await this.slow.read({ path: this.path, sql, args });
    return { columns, rows: rows.map(withBuffers) };
  }

  isSmall(): boolean {
    const size = statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
    return size < this.slow.smallBytes;
  }
}

function withBuffers(row: unknown[]): unknown[] {
  return row.map((cell) => (cell instanceof Uint8Array ? Buffer.from(cell) : cell));
}
