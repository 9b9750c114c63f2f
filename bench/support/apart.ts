import { availableParallelism } from 'node:os';

/**
 * The desk has the first core to itself, whoever floods or measures it the others, so that a flood costs it what the
 * desk does for it and not what it takes to make. Who measures goes before whoever floods beside them.
 */
export const apart = {
  /** This process, and all that it starts from here on. */
  others(): boolean {
    return availableParallelism() > 1 && hasRun('taskset', '-a', '-c', '-p', '1-1023', String(process.pid));
  },
  desk(pid: number | undefined): boolean {
    return (
      pid !== undefined &&
      hasRun('taskset', '-a', '-c', '-p', '0', String(pid)) &&
      hasRun('chrt', '-a', '-r', '-p', '1', String(pid))
    );
  },
  /** What stands before the command of who measures. */
  first: Bun.which('chrt') && process.getuid?.() === 0 ? ['chrt', '-r', '1'] : [],
};

function hasRun(...command: string[]): boolean {
  if (!Bun.which(command[0] ?? '')) return false;
  return Bun.spawnSync(command, { stdout: 'ignore', stderr: 'ignore' }).exitCode === 0;
}
