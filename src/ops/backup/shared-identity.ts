import { hkdfSync } from 'node:crypto';

const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const PREFIX = 'age-secret-key-';

/** The age identity of all nodes that know the secret: whichever of them backs up can open what another one wrote. */
export function identityOfCluster(secret: string): string {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'balcao: rehearsal of backups', 32));
  return bech32(PREFIX, key).toUpperCase();
}

function bech32(prefix: string, bytes: Uint8Array): string {
  const data = inFives(bytes);
  const expanded = [
    ...[...prefix].map((letter) => letter.charCodeAt(0) >> 5),
    0,
    ...[...prefix].map((letter) => letter.charCodeAt(0) & 31),
  ];
  const sum = checksum([...expanded, ...data, 0, 0, 0, 0, 0, 0]) ^ 1;
  const tail = [0, 1, 2, 3, 4, 5].map((at) => (sum >>> (5 * (5 - at))) & 31);
  return `${prefix}1${[...data, ...tail].map((five) => LETTERS[five]).join('')}`;
}

function inFives(bytes: Uint8Array): number[] {
  const fives: number[] = [];
  let [bits, held] = [0, 0];
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0xf_ff;
    held += 8;
    for (; held >= 5; held -= 5) fives.push((bits >>> (held - 5)) & 31);
  }
  if (held > 0) fives.push((bits << (5 - held)) & 31);
  return fives;
}

const GENERATOR = [0x3b_6a_57_b2, 0x26_50_8e_6d, 0x1e_a1_19_fa, 0x3d_42_33_dd, 0x2a_14_62_b3];

function checksum(fives: number[]): number {
  let sum = 1;
  for (const five of fives) {
    const top = sum >>> 25;
    sum = ((sum & 0x1_ff_ff_ff) << 5) ^ five;
    for (const [at, generator] of GENERATOR.entries()) if ((top >>> at) & 1) sum ^= generator;
  }
  return sum;
}
