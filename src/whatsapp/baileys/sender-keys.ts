import { BufferJSON, proto, type SignalDataTypeMap, type SignalKeyStore } from '@whiskeysockets/baileys';

/**
 * One key of a sender in a group as Baileys stores it; only what is read here. `startedAt` is ours: Baileys carries along
 * what it does not know.
 */
type SenderKey = { senderKeyId: number; senderChainKey: { iteration: number }; startedAt?: number };

/** A version byte before, a signature behind. */
const SIGNATURE_BYTES = 64;

/**
 * Baileys writes bytes in these keys as lists of numbers, which its own reader does not take for bytes: a message that was
 * overtaken could not be read. Here they are written as it reads them.
 */
export function writeReadable(keys: SignalKeyStore): void {
  const { set } = keys;
  keys.set = (data) => {
    const known = data['sender-key'];
    if (!known) return set(data);
    const readable = Object.entries(known).map(([name, key]) => [name, key && encode(decode(key))]);
    return set({ ...data, 'sender-key': Object.fromEntries(readable) });
  };
}

/** Notes where a sender's newest key began; call it in the transaction that stores the key. */
export async function noteStart(keys: SignalKeyStore, name: string): Promise<void> {
  const known = await readKeys(keys, name);
  const newest = known.at(-1);
  if (!newest || newest.startedAt !== undefined) return;
  newest.startedAt = newest.senderChainKey.iteration;
  await keys.set({ 'sender-key': { [name]: encode(known) } });
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
  return stored ? decode(stored) : [];
}

const decode = (stored: SignalDataTypeMap['sender-key']): SenderKey[] =>
  JSON.parse(Buffer.from(stored).toString(), BufferJSON.reviver);
const encode = (known: SenderKey[]) => Buffer.from(JSON.stringify(known, BufferJSON.replacer));
