import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FILES_NEEDED, mostDatabases, readOpenFilesLimit } from './open-files.ts';

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
    expect(mostDatabases(undefined)).toBe(100);
    expect(mostDatabases(1_048_576)).toBe(100);
    expect(mostDatabases(FILES_NEEDED)).toBe(100);
    expect(FILES_NEEDED).toBeLessThanOrEqual(1_024);
    expect(mostDatabases(256)).toBe(20);
    expect(mostDatabases(10)).toBe(1);
  });
});
