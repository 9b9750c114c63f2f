import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Stored = z.object({
  /** Signs the access tokens of the JSON contract. */
  jwt: z.base64().min(40),
  /** Signs media URLs. */
  media: z.base64().min(40),
  /** Encrypts WhatsApp credentials; 32 bytes. */
  cipher: z.base64().min(40),
});

export type Secrets = { jwt: string; media: Buffer; cipher: Buffer };

/** Reads `secrets.json` of the data folder, or makes it with mode 0600 at the first start. */
export function loadSecrets(dataDir: string): Secrets {
  const path = join(dataDir, 'secrets.json');
  if (!existsSync(path)) createSecrets(path);
  chmodSync(path, 0o600);
  const stored = Stored.parse(JSON.parse(readFileSync(path, 'utf8')));
  return {
    jwt: stored.jwt,
    media: Buffer.from(stored.media, 'base64'),
    cipher: Buffer.from(stored.cipher, 'base64'),
  };
}

function createSecrets(path: string): void {
  const fresh = () => randomBytes(32).toString('base64');
  // Written aside and renamed: a crash half-way must not leave a file that locks every company out.
  const draft = `${path}.new`;
  writeFileSync(draft, JSON.stringify({ jwt: fresh(), media: fresh(), cipher: fresh() }), { mode: 0o600 });
  renameSync(draft, path);
}

/** SHA-256 as hex: what is stored of a session id. */
export function fingerprint(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}

export function sign(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

export function isSignature(key: Buffer, text: string, signature: string): boolean {
  const expected = Buffer.from(sign(key, text));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** AES-256-GCM: iv (12) ‖ tag (16) ‖ ciphertext; `name` is bound to it, so values cannot be swapped. */
export function encrypt(key: Buffer, name: string, plain: Uint8Array): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(name));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

/** Throws when the bytes were altered, or belong to another name or key. */
export function decrypt(key: Buffer, name: string, sealed: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(name));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
}
