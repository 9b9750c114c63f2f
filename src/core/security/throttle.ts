import { createRecent } from '../bounded-cache.ts';
import type { Ticks } from '../clock.ts';
import { AppError } from '../errors.ts';

export type Throttle = {
  /** Throws ERR_RATE_LIMITED with the seconds to wait. */
  take(key: string): void;
  tryTake(key: string, cost?: number): boolean;
  /** The remaining tries, and the seconds until all are available again. */
  left(key: string): { tries: number; seconds: number };
  refund(key: string): void;
  forget(key: string): void;
};

export type Limit = { tries: number; perSeconds: number };
type Bucket = { tokens: number; at: number };

const MAX_BUCKETS = 20_000;

/** In memory: one process runs the app, and a restart forgets all tries. */
export function createThrottle(ticks: Ticks, options: Limit): Throttle {
  const buckets = createRecent<Bucket>(MAX_BUCKETS);
  const perMs = options.tries / (options.perSeconds * 1000);

  function fill(key: string): Bucket {
    const bucket = buckets.get(key) ?? { tokens: options.tries, at: ticks() };
    refill(bucket, ticks(), options);
    buckets.set(key, bucket);
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
    tryTake: (key, cost = 1) => spend(fill(key), cost),
    left(key) {
      const { tokens } = fill(key);
      return { tries: Math.floor(tokens), seconds: Math.ceil((options.tries - tokens) / perMs / 1000) };
    },
    refund(key) {
      const bucket = fill(key);
      bucket.tokens = Math.min(options.tries, bucket.tokens + 1);
    },
    forget(key) {
      buckets.delete(key);
    },
  };
}

export function createBucket(ticks: Ticks, limit: Limit): { tryTake(cost?: number): boolean } {
  const bucket: Bucket = { tokens: limit.tries, at: ticks() };
  return {
    tryTake(cost = 1) {
      refill(bucket, ticks(), limit);
      return spend(bucket, cost);
    },
  };
}

function refill(bucket: Bucket, now: number, { tries, perSeconds }: Limit): void {
  bucket.tokens = Math.min(tries, bucket.tokens + ((now - bucket.at) * tries) / (perSeconds * 1000));
  bucket.at = now;
}

function spend(bucket: Bucket, cost: number): boolean {
  if (bucket.tokens < cost) return false;
  bucket.tokens -= cost;
  return true;
}
