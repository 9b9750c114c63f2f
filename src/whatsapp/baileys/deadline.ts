import { SendError } from '../port.ts';
import type { Timers } from './timers.ts';

/**
 * The promise, or SendError `timeout` (may be retried) after `ms`. Baileys leaves queries hanging for a
 * minute on a dead network, so nothing of it is awaited without this.
 */
export function within<T>(timers: Timers, ms: number, work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const cancel = timers.after(ms, () => reject(new SendError('timeout', true)));
    work.then(resolve, reject).finally(cancel);
  });
}
