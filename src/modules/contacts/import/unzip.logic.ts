import { crc32, inflateRawSync } from 'node:zlib';

export class BadZip extends Error {}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const MAX_COMMENT = 65_535;
const MAX_ENTRIES = 2_000;

export type ZipEntry = { name: string; bytes: Uint8Array };

/** `maxBytes` limits all entries together, whatever their headers claim. Throws BadZip. */
export function unzip(file: Buffer, wanted: RegExp, maxBytes: number): ZipEntry[] {
  const end = findEnd(file);
  const count = file.readUInt16LE(end + 10);
  if (count > MAX_ENTRIES) throw new BadZip('Too many entries');
  const entries: ZipEntry[] = [];
  let at = file.readUInt32LE(end + 16);
  let left = maxBytes;
  for (let n = 0; n < count; n += 1) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== ENTRY) throw new BadZip('A broken directory');
    const nameLength = file.readUInt16LE(at + 28);
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    if (wanted.test(name)) {
      const bytes = unpack(file, at, left);
      left -= bytes.length;
      entries.push({ name, bytes });
    }
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return entries;
}

function findEnd(file: Buffer): number {
  for (let at = file.length - END_BYTES; at >= Math.max(0, file.length - END_BYTES - MAX_COMMENT); at -= 1)
    if (file.readUInt32LE(at) === END) return at;
  throw new BadZip('Not a zip');
}

function unpack(file: Buffer, at: number, maxBytes: number): Uint8Array {
  const flags = file.readUInt16LE(at + 8);
  const method = file.readUInt16LE(at + 10);
  const size = file.readUInt32LE(at + 20);
  const local = file.readUInt32LE(at + 42);
  if (flags & 1) throw new BadZip('It is locked');
  if (local + 30 > file.length || file.readUInt32LE(local) !== LOCAL) throw new BadZip('A broken entry');
  const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
  if (start + size > file.length) throw new BadZip('A cut entry');
  const packed = file.subarray(start, start + size);
  if (method === 0 && packed.length <= maxBytes) return packed;
  if (method !== 8) throw new BadZip('Too large, or packed in an unknown way');
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, maxBytes) });
  } catch (cause) {
    throw new BadZip('Too large when unpacked, or broken', { cause });
  }
}

/** A reader of this zip finds only entries that were checked here. */
export function zipPlain(entries: ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const title = Buffer.from(name);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt32LE(crc32(bytes), 10);
    head.writeUInt32LE(bytes.length, 14);
    head.writeUInt32LE(bytes.length, 18);
    head.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([uint32(LOCAL), head, title]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(uint32(ENTRY), Buffer.from([20, 0]), head, rest, title);
    parts.push(local, Buffer.from(bytes));
    offset += local.length + bytes.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, listed, uint32(END), end]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
