import { LRUCache } from 'lru-cache';

/** What was used most recently, by name: at most so many, then the one used longest ago goes first. */
export type Recent<V extends {}> = LRUCache<string, V>;

/** Counted as sizes of one: given `max`, the library takes the room for all of them at once, half a megabyte for 20,000. */
export function createRecent<V extends {}>(most: number): Recent<V> {
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1 });
}
