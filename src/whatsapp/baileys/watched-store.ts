import type { SessionStore } from '../port.ts';

/** The store could not be read or written; `cause` says why. */
export class StorageTrouble extends Error {
  constructor(cause: unknown) {
    super('The store of a session failed', { cause });
    this.name = 'StorageTrouble';
  }
}

/**
 * A store that tells of its refusals before whoever asked hears of them: Baileys takes a failed key
 * transaction for a bad message and answers it, after which WhatsApp no longer keeps the message.
 * All its failures are StorageTrouble.
 */
export function watchedStore(
  store: SessionStore,
  onTrouble: (trouble: StorageTrouble) => void,
): SessionStore {
  const watched = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      const trouble = new StorageTrouble(error);
      onTrouble(trouble);
      throw trouble;
    }
  };
  return {
    read: (keys) => watched(store.read(keys)),
    apply: (writes) => watched(store.apply(writes)),
    readJournal: (limit) => watched(store.readJournal(limit)),
    // Rows that stay too long are known when they are offered again: nothing hangs on it.
    forgetJournal: (ids) => store.forgetJournal(ids),
    wipe: () => watched(store.wipe()),
  };
}
