import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import { fingerprint } from '../../core/security/secrets.ts';
import type { StoreJob } from '../../modules/backups/backups.schema.ts';
import { identityOfCluster } from './shared-identity.ts';

type Bytes = ReadableStream<Uint8Array>;

export type Keys = {
  /** Identifies the keys that can decrypt; null: not encrypted. */
  tag: string | null;
  encrypt(plain: Bytes): Promise<Bytes>;
  open(encrypted: Bytes): Promise<Bytes>;
};

const REHEARSAL_KEY = 'rehearsal.key';

/** Encrypts to the operator's key, never stored here, and to this server's, which is in no backup. */
export async function keysToBackUp({ dataDir, shared, recipient }: StoreJob): Promise<Keys> {
  if (recipient === null) return PLAIN;
  const identity = shared ? identityOfCluster(shared.secret) : await rehearsalIdentity(dataDir);
  const own = await identityToRecipient(identity);
  const opening = opener([identity]);
  return {
    tag: fingerprint(`${recipient}\n${own}`).slice(0, 12),
    async encrypt(plain) {
      const encrypter = new Encrypter();
      encrypter.addRecipient(recipient);
      encrypter.addRecipient(own);
      return encrypter.encrypt(plain);
    },
    open: opening,
  };
}

/** `identities`: the operator's AGE-SECRET-KEY-… */
export function keysToRestore(identities: string[]): Keys {
  return { tag: null, encrypt: PLAIN.encrypt, open: opener(identities) };
}

export function readRehearsalIdentity(dataDir: string, secret?: string): string | undefined {
  if (secret !== undefined) return identityOfCluster(secret);
  const path = join(dataDir, REHEARSAL_KEY);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
}

export function isIdentity(text: string): boolean {
  try {
    new Decrypter().addIdentity(text);
    return true;
  } catch {
    return false;
  }
}

export function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    return false;
  }
}

/** Probably another key; a flipped bit in a header looks the same. */
export const isOtherKey = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('no identity matched');

const PLAIN: Keys = { tag: null, encrypt: async (plain) => plain, open: async (plain) => plain };

function opener(identities: string[]): Keys['open'] {
  return (encrypted) => {
    const decrypter = new Decrypter();
    for (const identity of identities) decrypter.addIdentity(identity);
    return decrypter.decrypt(encrypted);
  };
}

async function rehearsalIdentity(dataDir: string): Promise<string> {
  const known = readRehearsalIdentity(dataDir);
  if (known) return known;
  const identity = await generateIdentity();
  const path = join(dataDir, REHEARSAL_KEY);
  writeFileSync(`${path}.new`, `${identity}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
  return identity;
}
