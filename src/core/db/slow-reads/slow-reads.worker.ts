import { LRUCache } from 'lru-cache';
import { LocalConnection } from '../driver/local-connection.ts';
import type { SlowAnswer, SlowQuery } from './slow-reads.ts';

const OPEN_FILES = 4;
const CACHE_KB = 4_000;
/** Searches read rows all over a file: mapped, a page costs no call. Only here, as a failing disk ends the process. */
const MAPPED_BYTES = 2 ** 30;
/** The event loop maps the rows: larger queries must page. */
const MAX_ROWS = 5_000;

const connections = new LRUCache<string, LocalConnection>({
  max: OPEN_FILES,
  dispose: (connection) => connection.close(),
});

process.on('message', (query: SlowQuery) => process.send?.(answer(query)));
process.on('disconnect', () => process.exit(0));

function answer({ path, sql, args }: SlowQuery): SlowAnswer {
  try {
    const connection = connections.get(path) ?? open(path);
    const found = connection.table(sql, args as unknown[]);
    if (found.rows.length > MAX_ROWS) throw new Error(`${found.rows.length} rows: read them in pages`);
    return found;
  } catch (error) {
    connections.delete(path);
    const { message, code = 'SQLITE_ERROR' } = error as Error & { code?: string };
    return { message, code };
  }
}

function open(path: string): LocalConnection {
  const connection = new LocalConnection(path, CACHE_KB);
  connection.perform(`PRAGMA query_only = 1; PRAGMA busy_timeout = 2000; PRAGMA mmap_size = ${MAPPED_BYTES}`);
  connections.set(path, connection);
  return connection;
}
