import type { Table } from 'drizzle-orm';
import type { Wrote } from './db/database.ts';
import type { Remember } from './db/driver/table-versions.ts';
import type { AnyEvent } from './events.ts';
import type { Kernel } from './scope.ts';

/** Functions called with the scope of `work` join it. Events and callbacks run after the commit. */
export async function writeWith<S extends { kernel: Kernel; remember: Remember; now(): Date }, Db, T>(
  outer: S,
  transaction: (run: (db: Db & Wrote) => Promise<T>) => Promise<T>,
  work: (tx: S) => PromiseLike<T>,
  publish: (events: AnyEvent[]) => void,
  committing?: (tx: S, events: readonly AnyEvent[]) => Promise<void>,
): Promise<T> {
  const events: AnyEvent[] = [];
  const callbacks = new Set<() => void>();
  outer.kernel.nodes?.bindHere();
  const result = await transaction(async (db) => {
    const moment = outer.now();
    const inner = {
      ...outer,
      db,
      slowDb: db,
      // Rows that one change writes to several tables get the same time, so that they can be matched by it.
      now: () => moment,
      // Results that include its own writes must not be cached: it may be rolled back.
      remember: <A>(tables: Table[], key: string, load: () => Promise<A>) =>
        db.hasWritten(tables) ? load() : outer.remember(tables, key, load),
      write: (nested: (tx: S) => unknown) => nested(inner),
      emit: (type: string, data: unknown) => void events.push({ type, data }),
      afterCommit: (callback: () => void) => void callbacks.add(callback),
    } as unknown as S;
    const done = await work(inner);
    if (events.length > 0) await committing?.(inner, events);
    return done;
  });
  for (const callback of callbacks) callback();
  publish(events);
  return result;
}
