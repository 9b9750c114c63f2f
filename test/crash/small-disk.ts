import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = {
  path: string;
  /** Also fills each file's last block. */
  fill(...files: string[]): void;
  free(): void;
  end(): void;
};

/** Undefined, with the reason on stderr, if this user may not mount. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const path = mkdtempSync(join(tmpdir(), 'balcao-disk-'));
  const mounted = run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path);
  if (mounted !== '') {
    rmdirSync(path);
    process.stderr.write(`a full disk: skipped, no disk could be mounted (${mounted})\n`);
    return undefined;
  }
  const filler = join(path, 'filler');
  return {
    path,
    fill(...files) {
      for (const file of [filler, ...files]) {
        const handle = openSync(file, 'a');
        try {
          for (const bytes of [1 << 16, 1 << 12, 1]) writeUntilFull(handle, Buffer.alloc(bytes));
        } finally {
          closeSync(handle);
        }
      }
    },
    free: () => rmSync(filler, { force: true }),
    end() {
      run('umount', '-l', path);
      rmdirSync(path);
    },
  };
}

function writeUntilFull(handle: number, bytes: Buffer): void {
  try {
    for (;;) writeSync(handle, bytes);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOSPC') throw error;
  }
}

export function run(...command: string[]): string {
  try {
    const { exitCode, stderr } = Bun.spawnSync(command);
    return exitCode === 0 ? '' : stderr.toString().trim() || `exit ${exitCode}`;
  } catch (error) {
    return String(error);
  }
}
