import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { yieldToLoop } from '../clock.ts';

export async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  let bytes = 0;
  for (const [index, entry] of entries.entries()) {
    if (index % 200 === 199) await yieldToLoop();
    if (!entry.isFile()) continue;
    bytes += await stat(join(entry.parentPath, entry.name)).then(
      ({ size }) => size,
      () => 0,
    );
  }
  return bytes;
}
