import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { StartRefused } from '../errors.ts';

const Stored = z.object({
  jwt: z.base64().min(40),
  media: z.base64().min(40),
  /** 32 bytes; encrypts WhatsApp credentials and other systems' keys. */
  cipher: z.base64().min(40),
  /** The previous key during a rotation: only decrypts. */
  former: z.base64().min(40).optional(),
  /** The id of a running rotation in the audit. Not a secret. */
  rotation: z.uuid().optional(),
  /** Key for hashes of tokens and codes. Optional: older versions used `cipher`. */
  codes: z.base64().min(40).optional(),
  /** VAPID (RFC 8292) for web push; P-256, both halves as base64url. Optional: files of older versions lack it. */
  push: z.object({ publicKey: z.base64url().length(87), privateKey: z.base64url().length(43) }).optional(),
});
export type StoredSecrets = z.infer<typeof Stored>;

export type PushKeys = NonNullable<StoredSecrets['push']>;
export type Secrets = {
  jwt: string;
  media: Buffer;
  cipher: Buffer;
  /** Keys that decrypt stored values; the first is `cipher`. */
  decryptionKeys: Buffer[];
  codes: Buffer;
  push: PushKeys;
};

/** Mode 0600. Throws StartRefused for a broken file: replacing it would lose everything encrypted with its keys. */
export function loadSecrets(dataDir: string): Secrets {
  const path = pathOf(dataDir);
  const stored = existsSync(path) ? readSecrets(dataDir) : freshSecrets();
  const whole = { ...stored, push: stored.push ?? freshPushKeys() };
  if (!stored.push) writeSecrets(dataDir, whole);
  chmodSync(path, 0o600);
  return decode(whole);
}

function decode(stored: StoredSecrets & { push: PushKeys }): Secrets {
  return {
    jwt: stored.jwt,
    media: Buffer.from(stored.media, 'base64'),
    cipher: Buffer.from(stored.cipher, 'base64'),
    decryptionKeys: openersOf(stored),
    codes: Buffer.from(stored.codes ?? stored.cipher, 'base64'),
    push: stored.push,
  };
}

/** Equal for equal keys; a hash, so that it may be stored. */
export function markOf({ jwt, media, cipher, codes, push }: Secrets): string {
  return fingerprint(
    [jwt, ...[media, cipher, codes].map((key) => key.toString('base64')), push.privateKey].join(' '),
  );
}

export function openersOf({ cipher, former }: StoredSecrets): Buffer[] {
  return [cipher, ...(former ? [former] : [])].map((key) => Buffer.from(key, 'base64'));
}

/** Throws StartRefused for a broken file. */
export function readSecrets(dataDir: string): StoredSecrets {
  const path = pathOf(dataDir);
  try {
    return Stored.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // Without the cause: a parser's message may quote part of a key.
    throw new StartRefused(`${path} is broken: put it back from a copy.`);
  }
}

export function freshSecrets(): StoredSecrets & { codes: string } {
  const fresh = () => randomBytes(32).toString('base64');
  return { jwt: fresh(), media: fresh(), cipher: fresh(), codes: fresh() };
}

const pathOf = (dataDir: string) => join(dataDir, 'secrets.json');

export function freshPushKeys(): PushKeys {
  const curve = createECDH('prime256v1');
  const publicKey = curve.generateKeys('base64url');
  // The curve drops leading zeros; readers need all 32 bytes.
  const privateKey = Buffer.concat([Buffer.alloc(32), curve.getPrivateKey()]).subarray(-32);
  return { publicKey, privateKey: privateKey.toString('base64url') };
}

export function writeSecrets(dataDir: string, secrets: StoredSecrets): void {
  // Renamed into place: a crash half-way must not leave a file that locks out every company.
  const draft = `${pathOf(dataDir)}.new`;
  writeFileSync(draft, JSON.stringify(secrets), { mode: 0o600, flush: true });
  renameSync(draft, pathOf(dataDir));
}

/** SHA-256 as hex. Session ids are stored only like this. */
export function fingerprint(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}

export function sign(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

export function isSignature(key: Buffer, text: string, signature: string): boolean {
  const expected = Buffer.from(sign(key, text));
  const actual = Buffer.from(signature);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/** AES-256-GCM: iv (12) ‖ tag (16) ‖ ciphertext. `name` is authenticated, so that stored values cannot be swapped. */
export function encrypt(key: Buffer, name: string, plain: Uint8Array): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(name));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

/** Throws when the bytes were altered, belong to another name, or match none of the keys. */
export function decrypt([key, ...others]: Buffer[], name: string, encrypted: Uint8Array): Buffer {
  if (!key) throw new Error('no key opens it');
  try {
    return decryptWith(key, name, encrypted);
  } catch (error) {
    if (others.length === 0) throw error;
    return decrypt(others, name, encrypted);
  }
}

function decryptWith(key: Buffer, name: string, encrypted: Uint8Array): Buffer {
  const bytes = Buffer.from(encrypted);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(name));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
}
