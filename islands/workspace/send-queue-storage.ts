import type { SendQueueEntry, SendQueueStorage } from './send-queue.ts';

const STORE = 'entries';

export function indexedDbStorage(name: string): SendQueueStorage {
  let opened: Promise<IDBDatabase> | undefined;
  const open = () => {
    opened ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'clientId' });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    return opened;
  };
  async function run<T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
    const db = await open();
    return new Promise((resolve, reject) => {
      const request = work(db.transaction(STORE, mode).objectStore(STORE));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  }
  return {
    load: () => run<SendQueueEntry[]>('readonly', (store) => store.getAll()),
    put: async (entry) => void (await run('readwrite', (store) => store.put(entry))),
    remove: async (clientId) => void (await run('readwrite', (store) => store.delete(clientId))),
  };
}
