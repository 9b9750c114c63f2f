import { createDecipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

const MAC_BYTES = 10;

export type MediaKeys = { iv: Uint8Array; cipherKey: Uint8Array; macKey: Uint8Array };

export class BadMedia extends Error {}

/** AES-256-CBC, then ten bytes of HMAC. BadMedia: wrong sum, or over `maxBytes`. `sha256` may be empty. */
export function mediaDecryption({ iv, cipherKey, macKey }: MediaKeys, sha256: Uint8Array, maxBytes: number) {
  const aes = createDecipheriv('aes-256-cbc', cipherKey, iv);
  const hmac = createHmac('sha256', macKey).update(iv);
  const plainHash = createHash('sha256');
  let tail: Buffer = Buffer.alloc(0);
  let size = 0;

  const emit = (stream: Transform, plain: Buffer) => {
    size += plain.length;
    plainHash.update(plain);
    stream.push(plain);
  };

  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      const bytes = Buffer.concat([tail, chunk]);
      const end = Math.max(0, bytes.length - MAC_BYTES);
      tail = bytes.subarray(end);
      const body = bytes.subarray(0, end);
      if (size + body.length > maxBytes + 16) return done(new BadMedia('Larger than allowed'));
      hmac.update(body);
      emit(this, aes.update(body));
      done();
    },
    flush(done: TransformCallback) {
      try {
        const mac = hmac.digest().subarray(0, MAC_BYTES);
        if (tail.length !== MAC_BYTES || !timingSafeEqual(mac, tail)) throw new BadMedia('Wrong signature');
        emit(this, aes.final());
        if (size > maxBytes) throw new BadMedia('Larger than allowed');
        if (sha256.length > 0 && !plainHash.digest().equals(sha256)) throw new BadMedia('Wrong checksum');
        done();
      } catch (error) {
        done(error instanceof BadMedia ? error : new BadMedia('Cannot be decrypted', { cause: error }));
      }
    },
  });
}
