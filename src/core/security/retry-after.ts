/** Milliseconds, at most `mostSeconds`; undefined unless a number of seconds (RFC 9110 §10.2.3). */
export function retryAfterMs(headers: Headers, mostSeconds: number): number | undefined {
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, mostSeconds) * 1_000 : undefined;
}
