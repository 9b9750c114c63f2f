import { describe, expect, test } from 'bun:test';
import { dirname } from 'node:path';
import type * as Bridge from 'whatsapp-rust-bridge';
import { expandAppStateKeys, hkdf, LTHashAntiTampering, md5 } from './app-state-crypto.ts';

const baileys = dirname(Bun.resolveSync('@whiskeysockets/baileys', import.meta.dir));
const theirs: typeof Bridge = await import(Bun.resolveSync('whatsapp-rust-bridge', baileys));
let seed = 1;
const bytes = (length: number) =>
  Uint8Array.from({ length }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed & 255;
  });
const lengths = [0, 1, 31, 32, 33, 64, 200];

describe('app state crypto matches the bridge', () => {
  test('md5', () => {
    for (const length of lengths) {
      const options = bytes(length);
      expect(md5(options)).toEqual(theirs.md5(options));
    }
  });

  test('hkdf, with and without salt and with any info text', () => {
    for (const length of lengths)
      for (const salt of [undefined, bytes(32), bytes(0)])
        for (const info of ['', 'WhatsApp Image Keys', 'çãé', bytes(32).toString()]) {
          const key = bytes(length);
          for (const wanted of [32, 64, 112, 160])
            expect(hkdf(key, wanted, { salt, info })).toEqual(theirs.hkdf(key, wanted, { salt, info }));
        }
  });

  test('the derived app state keys', () => {
    for (let n = 0; n < 20; n += 1) {
      const key = bytes(32);
      const { indexKey, valueEncryptionKey, valueMacKey, snapshotMacKey, patchMacKey } =
        theirs.expandAppStateKeys(key);
      expect(expandAppStateKeys(key)).toEqual({
        indexKey,
        valueEncryptionKey,
        valueMacKey,
        snapshotMacKey,
        patchMacKey,
      });
    }
  });

  test('the LT hash, including overflows and Buffers', () => {
    const [ours, original] = [new LTHashAntiTampering(), new theirs.LTHashAntiTampering()];
    let base: Uint8Array = new Uint8Array(128);
    for (let n = 0; n < 20; n += 1) {
      const members = () => Array.from({ length: n % 5 }, () => Buffer.from(bytes(32)));
      const [gone, come] = [members(), members()];
      const sum = ours.subtractThenAdd(Buffer.from(base), gone, come);
      expect(sum).toEqual(original.subtractThenAdd(base, gone, come));
      base = sum;
    }
  });

  test('rejects a hash of another length like the bridge', () => {
    for (const sums of [new LTHashAntiTampering(), new theirs.LTHashAntiTampering()])
      expect(() => sums.subtractThenAdd(new Uint8Array(5), [], [bytes(32)])).toThrow();
  });
});
