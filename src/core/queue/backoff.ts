import type { After, Ticks } from '../clock.ts';

export type Backoff = {
  begin(key: string, ms: number): void;
  isBackingOff(key: string): boolean;
  end(prefix: string): void;
};

/** Measured in ticks, because the system clock can be set. */
export function createBackoff(ticks: Ticks, after: After, call: (key: string) => void): Backoff {
  const backoff = new Map<string, { until: number; cancel: () => void }>();

  function begin(key: string, ms: number): void {
    backoff.get(key)?.cancel();
    const until = ticks() + ms;
    backoff.set(key, { until, cancel: after(ms, () => over(key, until)) });
  }

  function over(key: string, until: number): void {
    const left = until - ticks();
    // A timer may fire a moment early.
    if (left > 0) begin(key, left);
    else {
      backoff.delete(key);
      call(key);
    }
  }

  return {
    begin,
    isBackingOff: (key) => (backoff.get(key)?.until ?? Number.NEGATIVE_INFINITY) > ticks(),
    end(prefix) {
      for (const [key, { cancel }] of backoff) {
        if (!key.startsWith(prefix)) continue;
        cancel();
        backoff.delete(key);
      }
    },
  };
}
