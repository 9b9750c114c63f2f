/** `1234` as `12.34`, as the contract writes amounts. */
export function decimal(cents: number): string {
  return (cents / 100).toFixed(2);
}
