export type BackOff = { firstMs: number; longestMs: number };

/** Milliseconds before attempt `retries` (from 1); random, so that connections do not all reconnect at once. */
export function pauseBefore(retries: number, { firstMs, longestMs }: BackOff, random: number): number {
  const whole = Math.min(longestMs, firstMs * 2 ** Math.min(retries - 1, 20));
  return Math.round(whole / 2 + (whole / 2) * random);
}
