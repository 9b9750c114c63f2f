import { SendError } from '../../port.ts';
import type { Timers } from '../timers.ts';

/** Throws SendError `timeout` (may be retried) after `ms`: Baileys' queries hang for a minute on a dead network. */
export function within<T>(timers: Timers, ms: number, work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const cancel = timers.after(ms, () => reject(new SendError('timeout', true)));
    work.then(resolve, reject).finally(cancel);
  });
}
