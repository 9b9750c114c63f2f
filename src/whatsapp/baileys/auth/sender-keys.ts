import { BufferJSON, proto, type SignalDataTypeMap, type SignalKeyStore } from '@whiskeysockets/baileys';

/** Baileys preserves unknown fields such as our `startedAt`. */
type SenderKey = { senderKeyId: number; senderChainKey: { iteration: number }; startedAt?: number };

const SIGNATURE_BYTES = 64;

/** Baileys writes the bytes in these keys as lists of numbers, which its own reader does not accept. */
export function writeReadable(keys: SignalKeyStore): void {
  const { set } = keys;
  keys.set = (data) => {
    const known = data['sender-key'];
    if (!known) return set(data);
    const readable = Object.entries(known).map(([name, key]) => [name, key && encode(decode(key))]);
    return set({ ...data, 'sender-key': Object.fromEntries(readable) });
  };
}

/** Call it in the transaction that stores the key. */
export async function noteStart(keys: SignalKeyStore, name: string): Promise<void> {
  const known = await readKeys(keys, name);
  const newest = known.at(-1);
  if (!newest || newest.startedAt !== undefined) return;
  newest.startedAt = newest.senderChainKey.iteration;
  await keys.set({ 'sender-key': { [name]: encode(known) } });
}

/** False for a message older than the received key: its sender must repeat it. Verify the signature first. */
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
