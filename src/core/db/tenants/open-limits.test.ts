import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { FILES_NEEDED, mostDatabases, readMemoryLimit, readOpenFilesLimit } from './open-limits.ts';

const GB = 1024 ** 3;

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'balcao-limits-'));
});
afterAll(() => rmSync(dir, { recursive: true }));

const limits = (soft: string) => {
  const path = join(dir, 'limits');
  writeFileSync(
    path,
    `Limit   Soft Limit\nMax open files            ${soft}    524288   files\nMax nice priority 0 0\n`,
  );
  return readOpenFilesLimit(path);
};

describe('open file limit', () => {
  test('is read from the system or unknown', () => {
    expect(limits('1024')).toBe(1_024);
    expect(limits('unlimited')).toBeUndefined();
    expect(readOpenFilesLimit(join(dir, 'no-such-file'))).toBeUndefined();
  });

  test('limits open databases and reserves half of a small limit', () => {
    expect(mostDatabases(FILES_NEEDED, 8 * GB)).toBe(100);
    expect(FILES_NEEDED).toBeLessThanOrEqual(1_024);
    expect(mostDatabases(256, 8 * GB)).toBe(20);
    expect(mostDatabases(10, 8 * GB)).toBe(1);
  });
});

describe('memory limit', () => {
  test('lets 250 companies work in 768 MB, and more where there is more', () => {
    expect(mostDatabases(undefined, 0.75 * GB)).toBe(256);
    expect(mostDatabases(65_536, 3 * GB)).toBe(1_408);
    expect(mostDatabases(1_024, 3 * GB)).toBe(115);
  });

  test('keeps a hundred open however small the machine', () => {
    expect(mostDatabases(undefined, 0.25 * GB)).toBe(100);
  });

  test('is at most what the machine has', () => {
    expect(readMemoryLimit()).toBeGreaterThan(0);
    expect(readMemoryLimit()).toBeLessThan(totalmem());
  });
});
