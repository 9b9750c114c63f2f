import type {
  Client,
  InArgs,
  InStatement,
  Replicated,
  ResultSet,
  TransactionMode,
  Value,
} from '@libsql/client';
import { createClient } from '@libsql/client/http';
import { AppError } from '../../errors.ts';
import type { OnWrite } from '../driver/local-transaction.ts';
import { createWrittenMarks, marksOf } from '../driver/table-versions.ts';
import { type DatabaseServer, fetchFrom } from './database-server.ts';
import type { Fence } from './fence.ts';
import { createReadStreams, type ReadStreams } from './read-streams.ts';
import { rethrow } from './remote-errors.ts';
import { RemoteTransaction, type Sent, toSent } from './remote-transaction.ts';

const REQUESTS_AT_ONCE = 20;
const READ = /^\s*select\b/i;

export type Namespace = {
  server: DatabaseServer;
  name: string;
  /** None for a namespace into which every node may write. */
  fence?: Fence;
  /** Other processes write it, too. */
  isShared?: true;
};

/** One namespace of a libSQL server, by HTTP: a cut connection ends one request or one transaction, nothing else. */
export class RemoteClient implements Client {
  readonly protocol = 'http';
  uses = 0;
  readonly #inner: Client;
  readonly #fence: Fence | undefined;
  readonly #streams: ReadStreams | undefined;

  constructor(
    { server, name, fence, isShared }: Namespace,
    private readonly onWrite: OnWrite,
  ) {
    this.#fence = fence;
    // A company that another process serves may be restored under a stream.
    this.#streams = isShared && fence ? undefined : createReadStreams(server, name);
    this.#inner = createClient({
      url: server.url,
      ...(server.token !== undefined && { authToken: server.token }),
      fetch: fetchFrom(name),
      concurrency: REQUESTS_AT_ONCE,
    });
  }

  get closed(): boolean {
    return this.#inner.closed;
  }

  async execute(statement: InStatement, args?: InArgs): Promise<ResultSet> {
    const sent = toSent(statement, args);
    if (marksOf(sent.sql).length > 0) return (await this.#send([sent], 'write'))[0] as ResultSet;
    this.#use();
    return (await this.#read(sent).catch(rethrow)) ?? this.#inner.execute(sent).catch(rethrow);
  }

  async batch(
    statements: (InStatement | [string, InArgs?])[],
    mode: TransactionMode = 'deferred',
  ): Promise<ResultSet[]> {
    return this.#send(
      statements.map((statement) => toSent(statement)),
      mode,
    );
  }

  async migrate(statements: InStatement[]): Promise<ResultSet[]> {
    this.#use();
    const fence = this.#fences();
    const results = await this.#inner.migrate([...fence, ...statements]).catch(rethrow);
    this.onWrite('all');
    return results.slice(fence.length);
  }

  async transaction(mode: TransactionMode = 'write'): Promise<RemoteTransaction> {
    this.#use();
    const inner = await this.#inner.transaction(mode).catch(rethrow);
    try {
      // The library sends BEGIN with the first statement.
      for (const fence of mode === 'read' ? [] : this.#fences()) await inner.execute(fence).catch(rethrow);
    } catch (error) {
      inner.close();
      throw error;
    }
    return new RemoteTransaction(inner, this.onWrite);
  }

  async executeMultiple(sql: string): Promise<void> {
    this.#use();
    await this.#inner.executeMultiple(sql).catch(rethrow);
    this.onWrite('all');
  }

  async sync(): Promise<Replicated> {
    return undefined;
  }

  reconnect(): void {
    this.#inner.reconnect();
  }

  close(): void {
    this.#streams?.close();
    this.#inner.close();
  }

  async #read({ sql, args }: Sent): Promise<ResultSet | undefined> {
    return READ.test(sql) && Array.isArray(args) ? this.#streams?.query(sql, args as Value[]) : undefined;
  }

  async #send(sent: Sent[], mode: TransactionMode): Promise<ResultSet[]> {
    this.#use();
    const written = createWrittenMarks();
    for (const { sql } of sent) written.add(marksOf(sql));
    const fence = written.isEmpty ? [] : this.#fences();
    try {
      return (await this.#inner.batch([...fence, ...sent], mode).catch(rethrow)).slice(fence.length);
    } finally {
      const marks = written.take();
      if (marks) this.onWrite(marks);
    }
  }

  /** An owner's client is closed when the company goes to another process. */
  #use(): void {
    if (this.closed) throw new AppError('ERR_NOT_OWNER');
    this.uses += 1;
  }

  #fences(): InStatement[] {
    return this.#fence ? [this.#fence()] : [];
  }
}
