import type { SignalDataTypeMap, SignalKeyStore } from '@whiskeysockets/baileys';

/** One Signal session as libsignal stores it; only what is read here. */
type Session = {
  indexInfo: { closed: number; used: number };
  /** By the ephemeral key they were made with, base64; the oldest first. */
  _chains: { [ephemeralKey: string]: Chain };
};
type Chain = {
  chainType: number;
  chainKey: { counter: number; key?: string };
  messageKeys: { [counter: string]: string };
};
/** All sessions with one device, by their base key. */
type SessionRecord = { _sessions: { [baseKey: string]: Session } };

/** Baileys takes exactly these words for a message that came twice, and does not ask for it again. */
export const USED_ALREADY = 'Key used already or never filled';

const RECEIVING = 2;
/** Chains of earlier turns, kept for messages that were overtaken; libsignal itself would keep all. */
const KEPT_CHAINS = 20;

/**
 * Runs `decrypt` with one session of the record at a time. libsignal tries them all and stores what its
 * failed tries did to the others: a message of an older session, still on its way when a new one was
 * opened, would spoil the new one. Call it inside the key transaction of that address.
 * Throws what `decrypt` throws, or "Key used already" for a message that was decrypted before.
 */
export async function decryptInTurn<T>(
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

/** The open one first, then those used last. */
function byLikelihood(sessions: [string, Session][]): [string, Session][] {
  const isOpen = ({ indexInfo }: Session) => indexInfo.closed === -1;
  return sessions.toSorted(
    ([, a], [, b]) => Number(isOpen(b)) - Number(isOpen(a)) || b.indexInfo.used - a.indexInfo.used,
  );
}

/** Drops the oldest chains, so that a long conversation does not make every message slower. */
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
  if (over.length <= KEPT_CHAINS) return chains;
  const gone = new Set(over.slice(0, over.length - KEPT_CHAINS).map(([key]) => key));
  return Object.fromEntries(Object.entries(chains).filter(([key]) => !gone.has(key)));
}

/** Ephemeral key (base64) and counter of a WhisperMessage: a version byte, a protobuf, eight bytes of MAC. */
function readHeader(ciphertext: Uint8Array): { ephemeralKey: string; counter: number } | undefined {
  const bytes = Buffer.from(ciphertext.buffer, ciphertext.byteOffset, ciphertext.byteLength);
  const length = bytes[2] ?? 0;
  // Field 1 (bytes) holds a key of 33 bytes; field 2 is the counter. Nobody writes them in another order.
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
