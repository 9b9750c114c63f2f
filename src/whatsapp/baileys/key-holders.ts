import { AsyncLocalStorage } from 'node:async_hooks';
import type { SignalDataSet, SignalKeyStore } from '@whiskeysockets/baileys';

const HOLDERS = 'sender-key-memory';
type Holders = NonNullable<SignalDataSet[typeof HOLDERS]>;
/** What one send has noted, and the groups whose notes were dropped meanwhile. */
type Send = { noted: Holders; dropped: Set<string> };

/**
 * Baileys notes who holds our key of a group before the message that brings it has left: after a death in between, nobody
 * could read what comes next. Here a send's notes are written when it has ended well, and not over a wish for the key
 * that came meanwhile. Returns what a send runs in.
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
      const kept = Object.entries(send.noted).filter(([group]) => !send.dropped.has(group));
      if (kept.length > 0) await set({ [HOLDERS]: Object.fromEntries(kept) });
      return result;
    } finally {
      running.delete(send);
    }
  };
}
