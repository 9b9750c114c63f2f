import type { CacheStore } from '@whiskeysockets/baileys';
import type { Timers } from './timers.ts';

const KEPT_MS = 24 * 60 * 60 * 1000;
const LIMIT = 10_000;

/**
 * Which devices a contact has. Baileys' own cache lasts five minutes, after which every send costs a
 * query and one of the contact's one-time keys; WhatsApp's device notifications keep this one right.
 */
export function deviceCache(timers: Timers): CacheStore {
  const entries = new Map<string, { value: unknown; until: number }>();
  return {
    get<T>(key: string): T | undefined {
      const entry = entries.get(key);
      return entry && entry.until > timers.now() ? (entry.value as T) : undefined;
    },
    set(key, value) {
      entries.delete(key);
      entries.set(key, { value, until: timers.now() + KEPT_MS });
      if (entries.size > LIMIT) entries.delete([...entries.keys()][0] ?? '');
    },
    del(key) {
      entries.delete(key);
    },
    flushAll() {
      entries.clear();
    },
  };
}
