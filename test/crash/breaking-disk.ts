import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../support/until.ts';
import { run } from './small-disk.ts';

export type BreakingDisk = {
  path: string;
  /** The kernel reports a file system error, so every write fails with EROFS from now on. */
  breakNow(): void;
  /** Checks and mounts it again. No process may have a file open. */
  repair(): Promise<void>;
  end(): void;
};

/** An ext4 image of its own. Undefined, with the reason on stderr, where none can be mounted. */
export function mountBreakingDisk(megabytes: number): BreakingDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-breaking-'));
  const image = join(folder, 'image');
  const path = join(folder, 'disk');
  const before = new Set(extDisks());
  const trouble =
    run('mkdir', path) ||
    run('truncate', '-s', `${megabytes}M`, image) ||
    run('mkfs.ext4', '-q', image) ||
    run('mount', '-o', 'loop,errors=remount-ro', image, path);
  const device = extDisks().find((name) => !before.has(name));
  if (trouble !== '' || !device) {
    rmSync(folder, { recursive: true, force: true });
    process.stderr.write(
      `a breaking disk: skipped, none could be mounted (${trouble || 'no ext4 in sysfs'})\n`,
    );
    return undefined;
  }
  let attached = device;
  return {
    path,
    breakNow: () => writeFileSync(`/sys/fs/ext4/${attached}/trigger_fs_error`, '1'),
    async repair() {
      await until('the disk to be free', () => {
        // libSQL closes a file when its statements are collected.
        Bun.gc(true);
        return run('umount', path) === '';
      });
      // Exits with 1 when it mended something.
      run('e2fsck', '-p', image);
      const others = new Set(extDisks());
      const failed = run('mount', '-o', 'loop,errors=remount-ro', image, path);
      if (failed) throw new Error(failed);
      attached = extDisks().find((name) => !others.has(name)) ?? attached;
    },
    end() {
      run('umount', '-l', path);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function extDisks(): string[] {
  try {
    return readdirSync('/sys/fs/ext4').filter((name) => name.startsWith('loop'));
  } catch {
    return [];
  }
}
