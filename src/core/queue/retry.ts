/** A list of delays, or a first one that doubles up to the longest; no delay below `threshold` failures (1). */
export type RetryPolicy = { threshold?: number } & (
  | { delaysMs: readonly number[] }
  | { firstMs: number; longestMs: number }
);

/** Milliseconds before the attempt after this many failures in a row. */
export function delayAfter(failures: number, { threshold = 1, ...policy }: RetryPolicy): number {
  const step = failures - threshold;
  if (step < 0) return 0;
  if ('delaysMs' in policy) return policy.delaysMs[Math.min(step, policy.delaysMs.length - 1)] ?? 0;
  return Math.min(policy.longestMs, policy.firstMs * 2 ** step);
}

/** Half of the delay is random, so that connections do not all reconnect at once. */
export function withJitter(ms: number, random: number): number {
  return Math.round(ms / 2 + (ms / 2) * random);
}

/** Milliseconds, at most `mostSeconds`. A date (RFC 9110 §10.2.3) counts from the sender's clock, its Date header. */
export function retryAfterMs(headers: Headers, mostSeconds = 3_600): number | undefined {
  const wanted = headers.get('Retry-After') ?? '';
  const seconds = /^\d+$/.test(wanted) ? Number(wanted) : secondsBetween(headers.get('Date') ?? '', wanted);
  if (!Number.isFinite(seconds) || seconds < 0) return undefined;
  return Math.min(seconds, mostSeconds) * 1_000;
}

const secondsBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 1_000;

/** Columns of the row for which calls fail: the pause survives a restart. */
export type Circuit = { failuresInARow: number; pausedUntil: Date | null };

export const CLOSED: Circuit = { failuresInARow: 0, pausedUntil: null };

export const isPaused = ({ pausedUntil }: Pick<Circuit, 'pausedUntil'>, now: Date): boolean =>
  pausedUntil !== null && pausedUntil > now;

type Failure = { policy: RetryPolicy; now: Date; retryAfterMs?: number | undefined };

export function circuitAfter(circuit: Circuit, { policy, now, retryAfterMs: wanted = 0 }: Failure): Circuit {
  const failuresInARow = circuit.failuresInARow + 1;
  const ms = Math.max(delayAfter(failuresInARow, policy), wanted);
  return { failuresInARow, pausedUntil: ms > 0 ? new Date(now.getTime() + ms) : null };
}
