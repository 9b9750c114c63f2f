import { systemTicks, type Ticks } from '../../clock.ts';
import { isLocked } from './database-errors.ts';

export type LockWait = {
  ticks: Ticks;
  pause(ms: number): Promise<void>;
  lockMs: number;
};

export const systemLockWait: LockWait = {
  ticks: systemTicks,
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  lockMs: 8_000,
};

const FIRST_PAUSE_MS = 2;
const MAX_PAUSE_MS = 100;

/** Retries until `deadline` (in ticks). SQLite's own wait would block the whole process. */
export async function untilFree<T>(
  lockWait: LockWait,
  attempt: () => T | Promise<T>,
  deadline = lockWait.ticks() + lockWait.lockMs,
): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLocked(error) || lockWait.ticks() >= deadline) throw error;
    }
    await lockWait.pause(pauseMs);
  }
}
