import type { AnyEvent } from './bus.ts';

/** A verb called with the scope of `work` joins its transaction. Events and callbacks run only after the commit. */
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
      // Remembered answers may come from a commit that this transaction does not see.
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
