import type { CacheStore } from '@whiskeysockets/baileys';
import { createRecent } from '@/core/bounded-cache.ts';
import type { Timers } from '../timers.ts';

const CACHED_MS = 24 * 60 * 60 * 1000;
const LIMIT = 10_000;

export type DeviceStore = {
  read(user: string): Promise<unknown>;
  write(user: string, entry: unknown): Promise<void>;
};

type Entry = { value: unknown; until: number };

/** Baileys' own cache ends with the process; each miss costs a query and one of the contact's one-time keys. */
export function deviceCache(timers: Timers, store: DeviceStore): CacheStore {
  const entries = createRecent<Entry>(LIMIT);
  // An entry further ahead than CACHED_MS was written before the clock was set back.
  const isFresh = (entry: Entry | undefined | null) => {
    const left = entry ? entry.until - timers.now() : 0;
    return entry && left > 0 && left <= CACHED_MS ? entry : undefined;
  };
  return {
    async get<T>(key: string): Promise<T> {
      const known = entries.get(key);
      const entry = isFresh(known ?? ((await store.read(key)) as Entry | null));
      if (entry && !known) entries.set(key, entry);
      return entry?.value as T;
    },
    async set(key, value) {
      const entry = { value, until: timers.now() + CACHED_MS };
      entries.set(key, entry);
      await store.write(key, entry);
    },
    async del(key) {
      entries.delete(key);
      await store.write(key, null);
    },
    flushAll() {
      entries.clear();
    },
  };
}
