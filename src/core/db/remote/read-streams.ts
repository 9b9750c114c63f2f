import type { ResultSet, Value } from '@libsql/client';
import { toResult } from '../driver/local-connection.ts';
import { namedRows } from '../driver/named-rows.ts';
import { ANSWER_MS, type DatabaseServer } from './database-server.ts';
import { type DatabaseStream, openStream, StreamLost } from './database-stream.ts';

/** By default a server opens 128 connections for all nodes together; it ends a stream ten seconds after its last call. */
export const MAX_STREAMS = 16;

type Idle = { stream: DatabaseStream; of: ReadStreams };

export type ReadStreams = {
  /** Undefined where no stream is free, or the server had ended it. */
  query(sql: string, args: Value[]): Promise<ResultSet | undefined>;
  close(): void;
};

const idle = new Set<Idle>();
let count = 0;

/** Reads on open connections: to open one takes the server ten times as long as a read, as it parses the whole schema. */
export function createReadStreams(server: DatabaseServer, namespace: string): ReadStreams {
  let isClosed = false;

  function take(): DatabaseStream | undefined {
    const last = [...idle].findLast((one) => one.of === streams);
    if (last) idle.delete(last);
    if (last) return last.stream;
    const [oldest] = idle;
    if (count >= MAX_STREAMS && oldest) end(oldest);
    if (count >= MAX_STREAMS) return undefined;
    count += 1;
    return openStream(server, namespace, ANSWER_MS);
  }

  function release(stream: DatabaseStream): void {
    const one = { stream, of: streams };
    idle.add(one);
    if (isClosed || !stream.isOpen) end(one);
  }

  const streams: ReadStreams = {
    async query(sql, args) {
      const stream = take();
      if (!stream) return undefined;
      try {
        const { columns, rows } = await stream.query(sql, args);
        return toResult(columns, rows.map(namedRows(columns)), 0, undefined);
      } catch (error) {
        if (error instanceof StreamLost) return undefined;
        throw error;
      } finally {
        release(stream);
      }
    },
    close() {
      isClosed = true;
      for (const one of idle) if (one.of === streams) end(one);
    },
  };
  return streams;
}

function end(one: Idle): void {
  idle.delete(one);
  count -= 1;
  void one.stream.close();
}
