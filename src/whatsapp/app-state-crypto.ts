import { createHash, hkdfSync } from 'node:crypto';

/** The part of `whatsapp-rust-bridge` that Baileys uses; its WebAssembly takes ten megabytes. */
export function md5(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(createHash('md5').update(bytes).digest());
}

type HkdfInfo = { salt?: Uint8Array | null; info?: string | null };

export function hkdf(key: Uint8Array, length: number, { salt, info }: HkdfInfo): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, salt ?? new Uint8Array(), info ?? '', length));
}

const PART_BYTES = 32;

export function expandAppStateKeys(key: Uint8Array) {
  const all = hkdf(key, 5 * PART_BYTES, { info: 'WhatsApp Mutation Keys' });
  const part = (n: number): Uint8Array => all.slice(n * PART_BYTES, (n + 1) * PART_BYTES);
  return {
    indexKey: part(0),
    valueEncryptionKey: part(1),
    valueMacKey: part(2),
    snapshotMacKey: part(3),
    patchMacKey: part(4),
  };
}

const SUM_BYTES = 128;

/** WhatsApp's sum over a set: 64 numbers of 16 bits, to which each member adds those derived from it. */
export class LTHashAntiTampering {
  subtractThenAdd(base: Uint8Array, subtract: Uint8Array[], add: Uint8Array[]): Uint8Array {
    if (base.length !== SUM_BYTES) throw new RangeError(`a sum has ${SUM_BYTES} bytes`);
    const sum = new Uint8Array(base);
    const numbers = new DataView(sum.buffer);
    const move = (members: Uint8Array[], sign: 1 | -1) => {
      for (const member of members) {
        const own = new DataView(hkdf(member, SUM_BYTES, { info: 'WhatsApp Patch Integrity' }).buffer);
        for (let at = 0; at < SUM_BYTES; at += 2)
          numbers.setUint16(at, numbers.getUint16(at, true) + sign * own.getUint16(at, true), true);
      }
    };
    move(subtract, -1);
    move(add, 1);
    return sum;
  }
}
