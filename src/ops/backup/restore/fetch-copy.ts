import { rm } from 'node:fs/promises';
import type { Stored } from '../manifest.ts';
import { type Chest, fetchStored, objectsOf } from '../objects.ts';
import { requireDamage } from './damage-report.ts';

type Reading = Pick<Chest, 'store' | 'keys'>;

/** Falls back to another object of the same content. Throws `unreadable`, leaving nothing at `path`. */
export async function fetchCopy(chest: Reading, stored: Stored, path: string): Promise<void> {
  try {
    return await fetchOrRemove(chest, stored, path);
  } catch (error) {
    requireDamage(error);
    for await (const object of objectsOf(chest.store, stored.sha256)) {
      if (object === stored.object) continue;
      try {
        return await fetchOrRemove(chest, { ...stored, object }, path);
      } catch (other) {
        requireDamage(other);
      }
    }
    throw error;
  }
}

async function fetchOrRemove(chest: Reading, stored: Stored, path: string): Promise<void> {
  try {
    await fetchStored(chest, stored, path);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
