import { rm } from 'node:fs/promises';
import { requireDamage } from './damage.ts';
import type { Stored } from './manifest.ts';
import { type Chest, fetchKept, objectsOf } from './objects.ts';

type Reading = Pick<Chest, 'store' | 'keys'>;

/** Another object with the same content stands in: sets of another key keep their own. Throws `unreadable`, with nothing at `path`. */
export async function fetchCopy(chest: Reading, kept: Stored, path: string): Promise<void> {
  try {
    return await fetchOrRemove(chest, kept, path);
  } catch (error) {
    requireDamage(error);
    for await (const object of objectsOf(chest.store, kept.sha256)) {
      if (object === kept.object) continue;
      try {
        return await fetchOrRemove(chest, { ...kept, object }, path);
      } catch (other) {
        requireDamage(other);
      }
    }
    throw error;
  }
}

async function fetchOrRemove(chest: Reading, kept: Stored, path: string): Promise<void> {
  try {
    await fetchKept(chest, kept, path);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
