import type { SessionStore } from '../../port.ts';
import { type Cipher, journalName } from '../auth/cipher.ts';
import { yieldToLoop } from '../timers.ts';
import { LARGE } from './large-messages.ts';

const partName = (id: string, n: number) => `${id}/${n}`;

export const isPart = (id: string) => id.includes('/');

export const partsOf = (id: string, count = 0) => Array.from({ length: count }, (_, n) => partName(id, n));

/** Long texts go first in small commits, as one of megabytes would block everybody. Returns the end. */
export async function writeAhead(
  store: SessionStore,
  cipher: Cipher,
  id: string,
  plain: Uint8Array,
): Promise<{ parts: number; end: Uint8Array }> {
  let parts = 0;
  let at = 0;
  for (; plain.length - at > LARGE; at += LARGE) {
    const name = partName(id, parts++);
    const value = cipher.encrypt(journalName(name), plain.subarray(at, at + LARGE));
    await store.apply([{ kind: 'journal', id: name, value }]);
    await yieldToLoop();
  }
  return { parts, end: plain.subarray(at) };
}

export function joined(
  id: string,
  count: number | undefined,
  parts: Map<string, Uint8Array>,
  end: Uint8Array,
): Uint8Array {
  const pieces = partsOf(id, count).map((name) => {
    const piece = parts.get(name);
    if (!piece) throw new Error(`${name} is missing`);
    return piece;
  });
  for (const name of partsOf(id, count)) parts.delete(name);
  return Buffer.concat([...pieces, end]);
}
