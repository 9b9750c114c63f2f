export type BackOff = { firstMs: number; longestMs: number };

/**
 * Pause before attempt number `retries` (1 is the first), doubling up to the longest, and between half
 * and all of it by chance, so that a server's return is not met by all connections at once.
 */
export function pauseBefore(retries: number, { firstMs, longestMs }: BackOff, random: number): number {
  const whole = Math.min(longestMs, firstMs * 2 ** Math.min(retries - 1, 20));
  return Math.round(whole / 2 + (whole / 2) * random);
}
