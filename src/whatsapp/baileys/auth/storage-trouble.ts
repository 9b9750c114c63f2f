import type { SessionStore } from '../../port.ts';

export class StorageTrouble extends Error {
  constructor(cause: unknown) {
    super('The store of a session failed', { cause });
    this.name = 'StorageTrouble';
  }
}

/** Calls `onTrouble` first, or Baileys answers and WhatsApp deletes the message. Throws StorageTrouble. */
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
    forgetJournal: (ids) => store.forgetJournal(ids),
    wipe: () => watched(store.wipe()),
  };
}
