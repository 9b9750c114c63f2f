import { systemTicks, type Ticks } from '../clock.ts';
import { isLocked } from './trouble.ts';

/** How long work waits for another program's lock on a database file, and by what it waits. */
export type Patience = {
  ticks: Ticks;
  pause(ms: number): Promise<void>;
  /** From when the work was asked for until it fails with SQLITE_BUSY. */
  lockMs: number;
};

export const systemPatience: Patience = {
  ticks: systemTicks,
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  lockMs: 8_000,
};

const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 100;

/**
 * Tries again, with growing pauses, what a lock keeps from running; at least once, then until `deadline` (in the
 * patience's ticks). SQLite's own waiting would hold up everybody else in this process.
 */
export async function untilFree<T>(
  patience: Patience,
  attempt: () => T | Promise<T>,
  deadline = patience.ticks() + patience.lockMs,
): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLocked(error) || patience.ticks() >= deadline) throw error;
    }
    await patience.pause(pauseMs);
  }
}
