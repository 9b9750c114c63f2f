import { availableParallelism } from 'node:os';

const IN_REAL_TIME = ['chrt', '-a', '-r'];

/**
 * A flood comes from this machine here, and from elsewhere in life: it is made on all cores but one, and desk and
 * whoever measures go before it and before all other programs. Each says whether the system lets it.
 */
export const apart = {
  /** This process, and all that it starts from now on. */
  others: (): boolean =>
    availableParallelism() > 1 && hasRun('taskset', '-a', '-c', '-p', '1-1023', String(process.pid)),
  desk: (pid: number | undefined): boolean =>
    hasRun('taskset', '-a', '-c', '-p', '0-1023', String(pid)) &&
    hasRun(...IN_REAL_TIME, '-p', '1', String(pid)),
  /** What stands before the command of who measures. */
  first: hasRun('chrt', '-r', '1', 'true') ? ['chrt', '-r', '1'] : [],
};

function hasRun(...command: string[]): boolean {
  if (!Bun.which(command[0] ?? '')) return false;
  return Bun.spawnSync(command, { stdout: 'ignore', stderr: 'ignore' }).exitCode === 0;
}
