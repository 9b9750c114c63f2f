import { expect, test } from 'bun:test';
import { formatBytes } from './bytes.schema.ts';

test.each([
  [0, 'pt', '0 KB'],
  [10, 'pt', '1 KB'],
  [1_900, 'pt', '2 KB'],
  [3_500_000, 'pt', '3,3 MB'],
  [64 * 1024 * 1024, 'en', '64 MB'],
  [5.5 * 1024 ** 3, 'es', '5,5 GB'],
  [2 * 1024 ** 5, 'en', '2,048 TB'],
])('%d bytes in %s: %s', (bytes, locale, text) => expect(formatBytes(bytes, locale)).toBe(text));
