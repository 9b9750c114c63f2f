/** Collects garbage on SIGUSR2 and writes down the size of the live heap and its objects. */

import { heapStats } from 'bun:jsc';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import '../../src/main.ts';

process.on('SIGUSR2', () => {
  Bun.gc(true);
  const { heapSize, extraMemorySize, objectCount } = heapStats();
  writeFileSync(join(process.env.DATA_DIR ?? '.', 'heap'), `${heapSize + extraMemorySize} ${objectCount}`);
});
