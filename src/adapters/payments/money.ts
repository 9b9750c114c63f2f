/** `1234` as `12.34`, as providers write amounts. */
export function decimal(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** `12.34`, `12.3` or 12.34 as 1234. */
export function centsOf(amount: string | number): number {
  return Math.round(Number(amount) * 100);
}
