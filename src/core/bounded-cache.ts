import { LRUCache } from 'lru-cache';

export type Recent<V extends {}> = LRUCache<string, V>;

export type Bounds<V> = {
  entries: number;
  /** All values together. A larger single value is not cached. */
  bytes?: { most: number; of(value: V): number };
  lifeMs?: number;
  now?(): number;
};

/** For process-wide caches (caches.test.ts). Counts sizes: `max` makes the library allocate at once. */
export function createRecent<V extends {}>(bounds: number | Bounds<V>): Recent<V> {
  const { entries, bytes, lifeMs, now }: Bounds<V> =
    typeof bounds === 'number' ? { entries: bounds } : bounds;
  const share = bytes ? Math.ceil(bytes.most / entries) : 1;
  return new LRUCache<string, V>({
    maxSize: share * entries,
    sizeCalculation: (value, key) => (bytes ? Math.max(share, Math.ceil(bytes.of(value)) + key.length) : 1),
    ...(lifeMs && { ttl: lifeMs, ttlResolution: 0 }),
    ...(now && { perf: { now } }),
  });
}
