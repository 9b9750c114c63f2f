import { readFileSync } from 'node:fs';

const CHECK_MS = 250;
const MAX_MS = 90_000;
/** A hundredth of a second each. */
const IDLE_TICKS = 2;

export async function settled(pid: number | undefined): Promise<void> {
  const end = performance.now() + MAX_MS;
  for (let before = ticksOf(pid), calm = 0; calm < 3 && performance.now() < end; ) {
    await Bun.sleep(CHECK_MS);
    const now = ticksOf(pid);
    calm = now - before <= IDLE_TICKS ? calm + 1 : 0;
    before = now;
  }
}

/** proc_pid_stat(5): the fields after the name in parentheses begin with the third. */
function ticksOf(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}
