import { AsyncLocalStorage } from 'node:async_hooks';
import type { SignalDataSet, SignalKeyStore } from '@whiskeysockets/baileys';

const HOLDERS = 'sender-key-memory';
type Holders = NonNullable<SignalDataSet[typeof HOLDERS]>;
type Send = { noted: Holders; dropped: Set<string> };

/**
 * Baileys records who has a group's key before that key has left; after a crash in between, those phones could not
 * read later messages. Here the record is written after the send, unless a phone requested the key meanwhile.
 */
export function noteHoldersAfterSending(keys: SignalKeyStore): <T>(send: () => Promise<T>) => Promise<T> {
  const { set } = keys;
  const current = new AsyncLocalStorage<Send>();
  const running = new Set<Send>();

  keys.set = (data) => {
    const { [HOLDERS]: holders, ...rest } = data;
    if (!holders) return set(data);
    const send = current.getStore();
    if (send) {
      Object.assign(send.noted, holders);
      return set(rest);
    }
    for (const other of running) for (const group of Object.keys(holders)) other.dropped.add(group);
    return set(data);
  };

  return async (work) => {
    const send: Send = { noted: {}, dropped: new Set() };
    running.add(send);
    try {
      const result = await current.run(send, work);
      const saved = Object.entries(send.noted).filter(([group]) => !send.dropped.has(group));
      if (saved.length > 0) await set({ [HOLDERS]: Object.fromEntries(saved) });
      return result;
    } finally {
      running.delete(send);
    }
  };
}
