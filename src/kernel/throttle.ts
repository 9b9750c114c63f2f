import type { Ticks } from './clock.ts';
import { AppError } from './errors.ts';

export type Throttle = {
  /** Takes one token of `key`'s bucket; throws ERR_RATE_LIMITED with the seconds to wait when it is empty. */
  take(key: string): void;
  /** A try that was none: one token goes back. */
  giveBack(key: string): void;
  /** A success gives the tries back. */
  forget(key: string): void;
};

type Bucket = { tokens: number; at: number };

const MAX_BUCKETS = 20_000;

/** A token bucket per key, in memory: one process serves the desk, and a restart forgives. */
export function createThrottle(ticks: Ticks, options: { tries: number; perSeconds: number }): Throttle {
  const buckets = new Map<string, Bucket>();
  const perMs = options.tries / (options.perSeconds * 1000);

  function fill(key: string): Bucket {
    const now = ticks();
    const bucket = buckets.get(key) ?? { tokens: options.tries, at: now };
    bucket.tokens = Math.min(options.tries, bucket.tokens + (now - bucket.at) * perMs);
    bucket.at = now;
    buckets.delete(key);
    buckets.set(key, bucket);
    const oldest = buckets.keys().next().value;
    if (buckets.size > MAX_BUCKETS && oldest !== undefined) buckets.delete(oldest);
    return bucket;
  }

  return {
    take(key) {
      const bucket = fill(key);
      if (bucket.tokens < 1) {
        throw new AppError('ERR_RATE_LIMITED', { seconds: Math.ceil((1 - bucket.tokens) / perMs / 1000) });
      }
      bucket.tokens -= 1;
    },
    giveBack(key) {
      const bucket = fill(key);
      bucket.tokens = Math.min(options.tries, bucket.tokens + 1);
    },
    forget(key) {
      buckets.delete(key);
    },
  };
}
