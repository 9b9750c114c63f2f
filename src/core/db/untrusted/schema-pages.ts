import { closeSync, openSync, readSync } from 'node:fs';

const HEADER = Buffer.from('SQLite format 3\0', 'latin1');
const PAGE = 4096;
const [INTERIOR, LEAF] = [0x05, 0x0d];
const MAX_PAGES = 500;
const MAX_BYTES = 2_000_000;

/**
 * Bytes of schema text that SQLite reads and parses on opening; undefined when unknown, too many, or when a page of
 * the schema is referenced twice. https://www.sqlite.org/fileformat.html §1.3, §1.6, §2.6
 */
export function schemaBytes(path: string): number | undefined {
  const file = openSync(path, 'r');
  const read = (page: number) => {
    const bytes = Buffer.alloc(PAGE);
    return readSync(file, bytes, 0, PAGE, (page - 1) * PAGE) === PAGE ? bytes : undefined;
  };
  try {
    const first = read(1);
    if (!first?.subarray(0, HEADER.length).equals(HEADER) || first.readUInt16BE(16) !== PAGE)
      return undefined;
    return bytesBelow(read);
  } finally {
    closeSync(file);
  }
}

function bytesBelow(read: (page: number) => Buffer | undefined): number | undefined {
  const seen = new Set<number>();
  const ahead = [1];
  let bytes = 0;
  for (let page = ahead.pop(); page !== undefined; page = ahead.pop()) {
    const content = seen.has(page) || seen.size >= MAX_PAGES ? undefined : read(page);
    seen.add(page);
    const found = content && inspect(content, page === 1 ? 100 : 0);
    if (!found) return undefined;
    bytes += found.bytes;
    if (bytes > MAX_BYTES) return undefined;
    ahead.push(...found.children);
  }
  return bytes;
}

type Inspected = { children: number[]; bytes: number };

function inspect(page: Buffer, start: number): Inspected | undefined {
  const kind = page[start];
  if (kind !== INTERIOR && kind !== LEAF) return undefined;
  const cells = start + (kind === INTERIOR ? 12 : 8);
  const count = page.readUInt16BE(start + 3);
  if (cells + 2 * count > PAGE) return undefined;
  const found: Inspected = { children: kind === INTERIOR ? [page.readUInt32BE(start + 8)] : [], bytes: 0 };
  for (let n = 0; n < count; n += 1) {
    const at = page.readUInt16BE(cells + 2 * n);
    if (at + 4 > PAGE) return undefined;
    if (kind === INTERIOR) found.children.push(page.readUInt32BE(at));
    else found.bytes += varintAt(page, at);
  }
  return found;
}

/** Inexact for large values, which are over the limit either way. */
function varintAt(page: Buffer, at: number): number {
  let value = 0;
  for (let n = 0; n < 9; n += 1) {
    const byte = page[at + n] ?? 0;
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) break;
  }
  return value;
}
