import { randomInt } from 'node:crypto';
import {
  type AuthenticationCreds,
  addTransactionCapability,
  type BinaryNode,
  Curve,
  extractE2ESessionFromRetryReceipt,
  generateSignalPubKey,
  initAuthCreds,
  type SignalDataTypeMap,
  type SignalKeyStore,
} from '@whiskeysockets/baileys';
import pino from 'pino';
import { guardedRatchets } from '@/whatsapp/baileys/auth/ratchets.ts';

export type KeyBundle = {
  registrationId: number;
  identity: Uint8Array;
  signedPreKey: { id: number; value: Uint8Array; signature: Uint8Array };
  preKey: { id: number; value: Uint8Array } | null;
};

export const silent = pino({ level: 'silent' });

export class SignalStore {
  readonly creds: AuthenticationCreds = { ...initAuthCreds(), registrationId: randomInt(1, 16_380) };
  private readonly keys = addTransactionCapability(memoryKeys(), silent, {
    maxCommitRetries: 1,
    delayBetweenTriesMs: 1,
  });
  /** Plain libsignal spoils one session by trying another, which real phones do not. */
  readonly repository = guardedRatchets({ creds: this.creds, keys: this.keys }, silent).repository;
  private nextPreKeyId = 1;

  async takeBundle(): Promise<KeyBundle> {
    const id = this.nextPreKeyId++;
    const pair = Curve.generateKeyPair();
    await this.keys.set({ 'pre-key': { [id]: pair } });
    const { signedPreKey, signedIdentityKey, registrationId } = this.creds;
    return {
      registrationId,
      identity: signedIdentityKey.public,
      signedPreKey: {
        id: signedPreKey.keyId,
        value: signedPreKey.keyPair.public,
        signature: signedPreKey.signature,
      },
      preKey: { id, value: pair.public },
    };
  }

  async hasSession(jid: string): Promise<boolean> {
    return (await this.repository.validateSession(jid)).exists;
  }

  async openSession(jid: string, bundle: KeyBundle): Promise<void> {
    const { signedPreKey, preKey } = bundle;
    await this.repository.injectE2ESession({
      jid,
      session: {
        registrationId: bundle.registrationId,
        identityKey: generateSignalPubKey(bundle.identity),
        signedPreKey: {
          keyId: signedPreKey.id,
          publicKey: generateSignalPubKey(signedPreKey.value),
          signature: signedPreKey.signature,
        },
        ...(preKey && { preKey: { keyId: preKey.id, publicKey: generateSignalPubKey(preKey.value) } }),
      },
    });
  }

  async openSessionFromReceipt(jid: string, receipt: BinaryNode): Promise<boolean> {
    const session = extractE2ESessionFromRetryReceipt(receipt);
    if (!session) return false;
    await this.repository.injectE2ESession({ jid, session });
    return true;
  }

  close(): void {
    this.repository.close?.();
  }
}

function memoryKeys(): SignalKeyStore {
  const tables = new Map<string, Map<string, unknown>>();
  const table = (type: string) => {
    const found = tables.get(type) ?? new Map<string, unknown>();
    tables.set(type, found);
    return found;
  };
  return {
    get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
      const rows: Record<string, SignalDataTypeMap[T]> = {};
      for (const id of ids) {
        const row = table(type).get(id);
        if (row !== undefined) rows[id] = row as SignalDataTypeMap[T];
      }
      return rows;
    },
    set(data) {
      for (const [type, rows] of Object.entries(data)) {
        for (const [id, row] of Object.entries(rows ?? {})) {
          if (row === null) table(type).delete(id);
          else table(type).set(id, row);
        }
      }
    },
  };
}
