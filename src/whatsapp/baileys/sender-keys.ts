import { proto, type SignalKeyStore } from '@whiskeysockets/baileys';

/**
 * One key of a sender in a group as Baileys stores it; only what is read here. `startedAt` is ours: Baileys carries along
 * what it does not know.
 */
type SenderKey = { senderKeyId: number; senderChainKey: { iteration: number }; startedAt?: number };

/** A version byte before, a signature behind. */
const SIGNATURE_BYTES = 64;

/** Notes where a sender's newest key began; call it in the transaction that stores the key. */
export async function noteStart(keys: SignalKeyStore, name: string): Promise<void> {
  const known = await readKeys(keys, name);
  const newest = known.at(-1);
  if (!newest || newest.startedAt !== undefined) return;
  newest.startedAt = newest.senderChainKey.iteration;
  await keys.set({ 'sender-key': { [name]: Buffer.from(JSON.stringify(known)) } });
}

/**
 * Whether a group message whose key is gone was read before. It was not when it is older than the key we were given: the
 * sender must send it again. Ask it of messages only whose signature was found right.
 */
export async function wasRead(keys: SignalKeyStore, name: string, ciphertext: Uint8Array): Promise<boolean> {
  const { id, iteration } = proto.SenderKeyMessage.decode(ciphertext.subarray(1, -SIGNATURE_BYTES));
  const key = (await readKeys(keys, name)).find(({ senderKeyId }) => senderKeyId === id);
  if (key?.startedAt === undefined || typeof iteration !== 'number') return false;
  return iteration >= key.startedAt && iteration < key.senderChainKey.iteration;
}

async function readKeys(keys: SignalKeyStore, name: string): Promise<SenderKey[]> {
  const { [name]: stored } = await keys.get('sender-key', [name]);
  return stored ? JSON.parse(Buffer.from(stored).toString()) : [];
}
