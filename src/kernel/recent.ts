import { LRUCache } from 'lru-cache';

export type Recent<V extends {}> = LRUCache<string, V>;

/** Given `max`, the library allocates all entries at once (half a megabyte for 20,000), so sizes are counted. */
export function createRecent<V extends {}>(most: number): Recent<V> {
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1 });
}
