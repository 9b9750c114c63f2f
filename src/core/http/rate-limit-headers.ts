import { AppError } from '../errors.ts';
import type { Limit, Throttle } from '../security/throttle.ts';
import type { Ctx } from './env.ts';

/** Throws ERR_RATE_LIMITED. Headers: Retry-After, draft-ietf-httpapi-ratelimit-headers-10. */
export function spend(c: Ctx, throttle: Throttle, { tries, perSeconds }: Limit, key: string, cost = 1): void {
  const isTaken = cost === 0 || throttle.tryTake(key, cost);
  const left = throttle.left(key);
  c.header('RateLimit-Policy', `"default";q=${tries};w=${perSeconds}`);
  c.header('RateLimit', `"default";r=${left.tries};t=${left.seconds}`);
  if (isTaken) return;
  const seconds = Math.max(1, Math.ceil(((cost - left.tries) * perSeconds) / tries));
  c.header('Retry-After', String(seconds));
  throw new AppError('ERR_RATE_LIMITED', { seconds });
}
