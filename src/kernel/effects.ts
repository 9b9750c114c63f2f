import type { AnyEvent } from './bus.ts';

/**
 * Runs `work` with a scope inside one transaction. A verb called with that scope joins the transaction. Events and callbacks
 * go out when it has committed, none when it failed.
 */
export async function writeWith<S extends object, Db, T>(
  outer: S,
  transaction: (run: (db: Db) => Promise<T>) => Promise<T>,
  work: (tx: S) => PromiseLike<T>,
  publish: (events: AnyEvent[]) => void,
): Promise<T> {
  const events: AnyEvent[] = [];
  const callbacks = new Set<() => void>();
  const result = await transaction(async (db) => {
    const inner = {
      ...outer,
      db,
      // What another transaction wrote meanwhile is not this one's.
      remember: (_tables: unknown, _key: string, load: () => unknown) => load(),
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
