import { delayAfter, withJitter } from '@/core/queue/retry.ts';
import type { SessionTrouble } from '../../port.ts';
import type { Settings } from '../settings.ts';
import type { Timers } from '../timers.ts';

export type RetryParts = { settings: Pick<Settings, 'firstRetryMs' | 'longestRetryMs'>; timers: Timers };

export class Retry {
  /** An opened connection between two failures does not prove that the disk has space again. */
  private storage = { failures: 0, lastAt: Number.NEGATIVE_INFINITY };

  cancel = () => {};

  constructor(private readonly parts: RetryParts) {}

  count(before: number, trouble: SessionTrouble | null): number {
    if (trouble !== 'storage') return before + 1;
    const { settings, timers } = this.parts;
    const { failures, lastAt } = this.storage;
    const isSoon = timers.ticks() - lastAt < 2 * settings.longestRetryMs;
    this.storage = { failures: isSoon ? failures + 1 : 1, lastAt: timers.ticks() };
    return Math.max(before + 1, this.storage.failures);
  }

  after(retries: number, call: () => void): void {
    const { settings, timers } = this.parts;
    const { firstRetryMs: firstMs, longestRetryMs: longestMs } = settings;
    this.cancel();
    const ms = withJitter(delayAfter(retries, { firstMs, longestMs }), timers.random());
    this.cancel = timers.after(ms, call);
  }
}
