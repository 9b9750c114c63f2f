import { Tombstone } from '../../modules/erasures/erasures.schema.ts';
import { failureOf, isEverybodys, RestoreRefused } from './backup-failure.ts';
import { isOtherKey, type Keys } from './backup-keys.ts';
import type { Store } from './backup-store.ts';
import { nameOf } from './manifest.ts';

const ERASED = 'erased/';
const MOMENT = /^erased\/(\d{8}T\d{6}Z)-/;

export async function putTombstone(store: Store, keys: Keys, tombstone: Tombstone): Promise<void> {
  const { askedAt, companyId, uuid } = tombstone;
  const name = `${ERASED}${nameOf(new Date(askedAt))}-${companyId}-${uuid}.json${keys.tag ? `.${keys.tag}.age` : ''}`;
  const plain = new Blob([JSON.stringify(tombstone)]).stream() as ReadableStream<Uint8Array>;
  await store.put(name, await keys.encrypt(plain));
}

export type Tombstones = {
  tombstones: Tombstone[];
  unreadable: string[];
};

/** Erasures since this run began. Throws RestoreRefused for one that these keys do not open. */
export async function readTombstones(store: Store, keys: Keys, run: string): Promise<Tombstones> {
  const found: Tombstones = { tombstones: [], unreadable: [] };
  for await (const name of store.list(ERASED)) {
    const moment = MOMENT.exec(name)?.[1];
    if (moment === undefined || moment < run) continue;
    const stored = await store.get(name);
    if (!stored) continue;
    try {
      const text = await new Response(name.endsWith('.age') ? await keys.open(stored) : stored).text();
      found.tombstones.push(Tombstone.parse(JSON.parse(text)));
    } catch (error) {
      if (isEverybodys(failureOf(error))) throw error;
      if (isOtherKey(error) && !name.endsWith(`.${keys.tag}.age`))
        throw new RestoreRefused(
          `${name} says what must not come back, and cannot be read: name the identity it was encrypted to, too (--identity).`,
          { cause: error },
        );
      found.unreadable.push(name);
    }
  }
  return found;
}

export async function dropTombstones(store: Store, oldestRun: string | undefined): Promise<void> {
  if (oldestRun === undefined) return;
  for await (const name of store.list(ERASED)) {
    const moment = MOMENT.exec(name)?.[1];
    if (moment !== undefined && moment < oldestRun) await store.remove(name);
  }
}
