import type { SignalDataTypeMap, SignalKeyStore } from '@whiskeysockets/baileys';

type Session = {
  indexInfo: { closed: number; used: number };
  _chains: { [ephemeralKey: string]: Chain };
};
type Chain = {
  chainType: number;
  chainKey: { counter: number; key?: string };
  messageKeys: { [counter: string]: string };
};
type SessionRecord = { _sessions: { [baseKey: string]: Session } };

/** Baileys treats exactly this text as a duplicate, and does not request the message again. */
export const USED_ALREADY = 'Key used already or never filled';

const RECEIVING = 2;
/** Stored for overtaken messages; libsignal itself would store all chains. */
const STORED_CHAINS = 20;

/**
 * libsignal tries all sessions and stores what its failed attempts changed, so a late message of an older session
 * would spoil the newest one. Call inside the key transaction of that address. Throws USED_ALREADY for a duplicate.
 */
export async function decryptInOrder<T>(
  keys: SignalKeyStore,
  address: string,
  ciphertext: Uint8Array,
  decrypt: () => Promise<T>,
): Promise<T> {
  const record = await readRecord(keys, address);
  const header = readHeader(ciphertext);
  if (!record || !header) return decrypt();
  const sessions = Object.entries(record._sessions);
  const own = sessions.find(([, session]) => session._chains[header.ephemeralKey]);
  if (own && isUsed(own[1]._chains[header.ephemeralKey], header.counter)) throw new Error(USED_ALREADY);
  let failure: unknown = new Error('No session');
  for (const [baseKey, session] of own ? [own] : byLikelihood(sessions)) {
    await writeRecord(keys, address, { ...record, _sessions: { [baseKey]: session } });
    try {
      const text = await decrypt();
      const moved = await readRecord(keys, address);
      const all = { ...record._sessions, ...tidy(moved?._sessions ?? {}) };
      await writeRecord(keys, address, { ...record, _sessions: all });
      return text;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

async function readRecord(keys: SignalKeyStore, address: string): Promise<SessionRecord | undefined> {
  const { [address]: record } = await keys.get('session', [address]);
  const known = record as unknown as Partial<SessionRecord> | undefined;
  return known?._sessions ? (known as SessionRecord) : undefined;
}

async function writeRecord(keys: SignalKeyStore, address: string, record: SessionRecord): Promise<void> {
  await keys.set({ session: { [address]: record as unknown as SignalDataTypeMap['session'] } });
}

function isUsed(chain: Chain | undefined, counter: number): boolean {
  return chain !== undefined && chain.chainKey.counter >= counter && !(counter in chain.messageKeys);
}

function byLikelihood(sessions: [string, Session][]): [string, Session][] {
  const isOpen = ({ indexInfo }: Session) => indexInfo.closed === -1;
  return sessions.toSorted(
    ([, a], [, b]) => Number(isOpen(b)) - Number(isOpen(a)) || b.indexInfo.used - a.indexInfo.used,
  );
}

function tidy(sessions: SessionRecord['_sessions']): SessionRecord['_sessions'] {
  return Object.fromEntries(
    Object.entries(sessions).map(([baseKey, session]) => [
      baseKey,
      { ...session, _chains: tidyChains(session._chains) },
    ]),
  );
}

function tidyChains(chains: Session['_chains']): Session['_chains'] {
  const over = Object.entries(chains).filter(
    ([, chain]) => chain.chainType === RECEIVING && chain.chainKey.key === undefined,
  );
  if (over.length <= STORED_CHAINS) return chains;
  const gone = new Set(over.slice(0, over.length - STORED_CHAINS).map(([key]) => key));
  return Object.fromEntries(Object.entries(chains).filter(([key]) => !gone.has(key)));
}

/** Parses a WhisperMessage: a version byte, a protobuf, eight bytes of MAC. The key is base64. */
function readHeader(ciphertext: Uint8Array): { ephemeralKey: string; counter: number } | undefined {
  const bytes = Buffer.from(ciphertext.buffer, ciphertext.byteOffset, ciphertext.byteLength);
  const length = bytes[2] ?? 0;
  // Field 1 is a key of 33 bytes, field 2 the counter; all clients write them in this order.
  if (bytes[1] !== 0x0a || length > 64 || bytes[3 + length] !== 0x10) return undefined;
  let counter = 0;
  for (let at = 4 + length, shift = 0; shift <= 28; at += 1, shift += 7) {
    const byte = bytes[at];
    if (byte === undefined) return undefined;
    counter += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { ephemeralKey: bytes.toString('base64', 3, 3 + length), counter };
  }
  return undefined;
}
