import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

export type Cipher = {
  seal(name: string, plain: Uint8Array): Uint8Array;
  /** Throws when the key or the name differs from the one used to seal, or when a byte has changed. */
  open(name: string, sealed: Uint8Array): Buffer;
};

const ALGORITHM = 'aes-256-gcm';
const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + IV_BYTES + TAG_BYTES;

/** What a row of the journal is sealed under; a row of the keys by its key. */
export const journalName = (id: string) => `journal:${id}`;

/** AES-256-GCM: version ‖ random iv ‖ tag ‖ ciphertext. The first key seals, each opens. A key has 32 bytes; anything else throws. */
export function makeCipher(...keys: Uint8Array[]): Cipher {
  const [first] = keys;
  if (!first || keys.some((key) => key.length !== 32)) throw new Error('The cipher key must have 32 bytes');
  return {
    seal(name, plain) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, first, iv).setAAD(Buffer.from(name));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), body]);
    },
    open(name, sealed) {
      if (sealed[0] !== VERSION || sealed.length < HEAD_BYTES) throw new Error('Not a sealed row');
      let refusal: unknown;
      for (const key of keys)
        try {
          return openWith(key, name, sealed);
        } catch (error) {
          refusal ??= error;
        }
      throw refusal;
    },
  };
}

function openWith(key: Uint8Array, name: string, sealed: Uint8Array): Buffer {
  const iv = sealed.subarray(1, 1 + IV_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(name));
  decipher.setAuthTag(sealed.subarray(1 + IV_BYTES, HEAD_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]);
}
