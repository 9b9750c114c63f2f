import type { Table } from 'drizzle-orm';
import type { AnyEvent } from './bus.ts';
import type { Wrote } from './db/database.ts';
import type { Remember } from './db/table-stamps.ts';

/** A verb called with the scope of `work` joins its transaction. Events and callbacks run only after the commit. */
export async function writeWith<S extends { remember: Remember; now(): Date }, Db, T>(
  outer: S,
  transaction: (run: (db: Db & Wrote) => Promise<T>) => Promise<T>,
  work: (tx: S) => PromiseLike<T>,
  publish: (events: AnyEvent[]) => void,
): Promise<T> {
  const events: AnyEvent[] = [];
  const callbacks = new Set<() => void>();
  const result = await transaction(async (db) => {
    const moment = outer.now();
    const inner = {
      ...outer,
      db,
      // What one change writes in several tables bears one time, so that one can be told by the other.
      now: () => moment,
      // No other commit comes while this runs; what it wrote itself is not to be remembered before its own.
      remember: <A>(tables: Table[], key: string, load: () => Promise<A>) =>
        db.hasWritten(tables) ? load() : outer.remember(tables, key, load),
      write: (nested: (tx: S) => unknown) => nested(inner),
      emit: (type: string, data: unknown) => void events.push({ type, data }),
      afterCommit: (callback: () => void) => void callbacks.add(callback),
    } as unknown as S;
    return work(inner);
  });
  for (const callback of callbacks) callback();
  publish(events);
  return result;
}
