import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

export type Cipher = {
  encrypt(name: string, plain: Uint8Array): Uint8Array;
  /** Throws when the key or the name differs from the one used to encrypt, or when a byte has changed. */
  open(name: string, encrypted: Uint8Array): Buffer;
};

const ALGORITHM = 'aes-256-gcm';
const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + IV_BYTES + TAG_BYTES;

export const journalName = (id: string) => `journal:${id}`;

/** AES-256-GCM: version ‖ iv ‖ tag ‖ ciphertext. The first key (32 bytes) encrypts, all decrypt. */
export function makeCipher(...keys: Uint8Array[]): Cipher {
  const [first] = keys;
  if (!first || keys.some((key) => key.length !== 32)) throw new Error('The cipher key must have 32 bytes');
  return {
    encrypt(name, plain) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, first, iv).setAAD(Buffer.from(name));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), body]);
    },
    open(name, encrypted) {
      if (encrypted[0] !== VERSION || encrypted.length < HEADER_BYTES)
        throw new Error('Not an encrypted row');
      let refusal: unknown;
      for (const key of keys)
        try {
          return openWith(key, name, encrypted);
        } catch (error) {
          refusal ??= error;
        }
      throw refusal;
    },
  };
}

function openWith(key: Uint8Array, name: string, encrypted: Uint8Array): Buffer {
  const iv = encrypted.subarray(1, 1 + IV_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(name));
  decipher.setAuthTag(encrypted.subarray(1 + IV_BYTES, HEADER_BYTES));
  return Buffer.concat([decipher.update(encrypted.subarray(HEADER_BYTES)), decipher.final()]);
}
