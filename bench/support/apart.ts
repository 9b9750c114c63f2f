import { availableParallelism } from 'node:os';

const IN_REAL_TIME = ['chrt', '-a', '-r'];

/**
 * Real floods come from other machines: here they run on all cores but one, and server and measuring process get
 * priority. Each function returns whether the system permits it.
 */
export const apart = {
  others: (): boolean =>
    availableParallelism() > 1 && hasRun('taskset', '-a', '-c', '-p', '1-1023', String(process.pid)),
  server: (pid: number | undefined): boolean =>
    hasRun('taskset', '-a', '-c', '-p', '0-1023', String(pid)) &&
    hasRun(...IN_REAL_TIME, '-p', '1', String(pid)),
  first: hasRun('chrt', '-r', '1', 'true') ? ['chrt', '-r', '1'] : [],
};

function hasRun(...command: string[]): boolean {
  if (!Bun.which(command[0] ?? '')) return false;
  return Bun.spawnSync(command, { stdout: 'ignore', stderr: 'ignore' }).exitCode === 0;
}
