import { createReadStream } from 'node:fs';
import { crc32 } from 'node:zlib';

type Entry = { name: string; from: Uint8Array | string };
type Written = { name: Buffer; crc: number; size: number; at: number };

/** 1980-01-01: only names and contents of files count. */
const DATE = 0x21;
/** Names are UTF-8; size and checksum follow the bytes. */
const FLAGS = 0x0808;
/** Limit of the format without its 64-bit extension. */
const MAX_BYTES = 0xffff_ffff;

/** Stored, not compressed: photos and voice notes are compressed already. `from`: bytes, or the path of a file. */
export async function* zipOf(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  const written: Written[] = [];
  let at = 0;
  for await (const { name, from } of entries) {
    const entry: Written = { name: Buffer.from(name), crc: 0, size: 0, at };
    const head = headerOf(entry, 0x04034b50, 30);
    at += head.length;
    yield head;
    for await (const bytes of typeof from === 'string' ? createReadStream(from) : [from]) {
      entry.crc = crc32(bytes as Uint8Array, entry.crc);
      entry.size += bytes.length;
      at += bytes.length;
      yield bytes as Uint8Array;
    }
    const tail = Buffer.alloc(16);
    tail.writeUInt32LE(0x08074b50, 0);
    writeSizes(tail, 4, entry);
    at += tail.length;
    if (at > MAX_BYTES) throw new Error('what is kept of this person does not fit into one file');
    written.push(entry);
    yield tail;
  }
  const begin = at;
  for (const entry of written) {
    const line = headerOf(entry, 0x02014b50, 46);
    at += line.length;
    yield line;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(written.length, 8);
  end.writeUInt16LE(written.length, 10);
  end.writeUInt32LE(at - begin, 12);
  end.writeUInt32LE(begin, 16);
  yield end;
}

function headerOf(entry: Written, mark: number, length: number): Buffer {
  const isLocal = length === 30;
  const head = Buffer.alloc(length + entry.name.length);
  const from = isLocal ? 4 : 6;
  head.writeUInt32LE(mark, 0);
  if (!isLocal) head.writeUInt16LE(20, 4);
  head.writeUInt16LE(20, from);
  head.writeUInt16LE(FLAGS, from + 2);
  head.writeUInt16LE(DATE, from + 8);
  if (!isLocal) {
    writeSizes(head, from + 10, entry);
    head.writeUInt32LE(entry.at, 42);
  }
  head.writeUInt16LE(entry.name.length, from + 22);
  entry.name.copy(head, length);
  return head;
}

function writeSizes(into: Buffer, at: number, { crc, size }: Written): void {
  into.writeUInt32LE(crc, at);
  into.writeUInt32LE(size, at + 4);
  into.writeUInt32LE(size, at + 8);
}
