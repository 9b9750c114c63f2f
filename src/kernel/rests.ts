import type { After, Ticks } from './clock.ts';

export type Rests = {
  begin(key: string, ms: number): void;
  isResting(key: string): boolean;
  end(prefix: string): void;
};

/** Measured in ticks: people set the clock. */
export function createRests(ticks: Ticks, after: After, call: (key: string) => void): Rests {
  const rests = new Map<string, { until: number; cancel: () => void }>();

  function begin(key: string, ms: number): void {
    rests.get(key)?.cancel();
    const until = ticks() + ms;
    rests.set(key, { until, cancel: after(ms, () => over(key, until)) });
  }

  function over(key: string, until: number): void {
    const left = until - ticks();
    // A timer may fire a moment early.
    if (left > 0) begin(key, left);
    else {
      rests.delete(key);
      call(key);
    }
  }

  return {
    begin,
    isResting: (key) => (rests.get(key)?.until ?? Number.NEGATIVE_INFINITY) > ticks(),
    end(prefix) {
      for (const [key, { cancel }] of rests) {
        if (!key.startsWith(prefix)) continue;
        cancel();
        rests.delete(key);
      }
    },
  };
}
