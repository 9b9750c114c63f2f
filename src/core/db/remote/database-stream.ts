import { LibsqlError, type Value } from '@libsql/client';
import { z } from 'zod';
import type { CopySource, CopyTarget } from '../copy-database.ts';
import { type DatabaseServer, fetchFrom } from './database-server.ts';
import { rethrow } from './remote-errors.ts';

/** One connection to a namespace, which the server ends after ten seconds without a call. */
export type DatabaseStream = CopySource &
  CopyTarget & {
    query(sql: string, args: Value[]): Promise<Table>;
    /** Between calls: whether the server still has it, as far as known. */
    readonly isOpen: boolean;
    close(): Promise<void>;
  };
export type Table = { columns: string[]; rows: Value[][] };

/** The server ended the stream before the call, which had no effect. */
export class StreamLost extends Error {}

const CALL_MS = 300_000;

const Sent = z.union([
  z.object({ type: z.literal('null') }),
  z.object({ type: z.literal('integer'), value: z.string() }),
  z.object({ type: z.literal('float'), value: z.number() }),
  z.object({ type: z.literal('text'), value: z.string() }),
  z.object({ type: z.literal('blob'), base64: z.string() }),
]);
type Sent = z.infer<typeof Sent>;
const Answer = z.object({ baton: z.string().nullable(), results: z.array(z.unknown()) });
const Refused = z.object({ message: z.string(), code: z.string().default('') });
const Rows = z.object({
  cols: z.array(z.object({ name: z.string().nullable() })),
  rows: z.array(z.array(z.unknown())),
});
const Steps = z.object({ step_errors: z.array(Refused.nullable()) });
const Result = z.union([
  z.object({ type: z.literal('error'), error: Refused }),
  z.object({
    type: z.literal('ok'),
    response: z.object({ result: z.union([Rows, Steps]).optional() }),
  }),
]);

/** `@libsql/client` begins transactions with foreign keys, whose actions would follow each dropped table. */
export function openStream(
  server: DatabaseServer,
  namespace: string,
  callMs: number = CALL_MS,
): DatabaseStream {
  const send = fetchFrom(namespace);
  let baton: string | null = null;

  async function ask(request: object): Promise<z.infer<typeof Rows>> {
    const last = baton;
    baton = null;
    const response = await send(`${server.url}/v3/pipeline`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(server.token !== undefined && { Authorization: `Bearer ${server.token}` }),
      },
      body: JSON.stringify({ baton: last, requests: [request] }),
      signal: AbortSignal.timeout(callMs),
    });
    const text = await response.text();
    if (last !== null && response.status === 400) throw new StreamLost(text);
    if (!response.ok) throw new Error(`${response.status} ${text}`);
    const answer = Answer.parse(JSON.parse(text));
    baton = answer.baton;
    const answered = Result.parse(answer.results[0]);
    if (answered.type === 'error') refuse(answered.error);
    const { result } = answered.response;
    if (result && 'rows' in result) return result;
    const error = result?.step_errors.find((one) => one !== null);
    return error ? refuse(error) : { cols: [], rows: [] };
  }

  async function query(sql: string, args: Value[]): Promise<Table> {
    const { cols, rows } = await ask({ type: 'execute', stmt: statement(sql, args) });
    return {
      columns: cols.map(({ name }) => name ?? ''),
      rows: rows.map((row) => row.map((value) => fromSent(value as Sent))),
    };
  }

  return {
    query,
    get isOpen() {
      return baton !== null;
    },
    async read(sql, args = []) {
      return (await query(sql, args).catch(rethrow)).rows;
    },
    async write(statements) {
      // The server would never answer.
      if (statements.length === 0) return;
      // After the first failure nothing runs: the server may have ended the transaction.
      const steps = statements.map(({ sql, args = [] }, at) => ({
        stmt: statement(sql, args),
        ...(at > 0 && { condition: { type: 'ok', step: at - 1 } }),
      }));
      await ask({ type: 'batch', batch: { steps } }).catch(rethrow);
    },
    async close() {
      if (baton !== null) await ask({ type: 'close' }).catch(() => undefined);
      baton = null;
    },
  };
}

const statement = (sql: string, args: Value[]) => ({ sql, args: args.map(toSent) });

function refuse({ message, code }: z.infer<typeof Refused>): never {
  throw new LibsqlError(message, code.startsWith('SQL') ? code : `SQL_${code}`);
}

function toSent(value: Value): Sent {
  if (value === null) return { type: 'null' };
  if (typeof value === 'string') return { type: 'text', value };
  if (typeof value === 'bigint' || Number.isInteger(value)) return { type: 'integer', value: String(value) };
  if (typeof value === 'number') return { type: 'float', value };
  return { type: 'blob', base64: Buffer.from(value).toString('base64') };
}

function fromSent(sent: Sent): Value {
  switch (sent.type) {
    case 'null':
      return null;
    case 'integer': {
      const number = Number(sent.value);
      return Number.isSafeInteger(number) ? number : BigInt(sent.value);
    }
    case 'blob': {
      const bytes = Buffer.from(sent.base64, 'base64');
      return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
    }
    default:
      return sent.value;
  }
}
