/** `1234` as `12.34`, the contract's format for amounts. */
export function decimal(cents: number): string {
  return (cents / 100).toFixed(2);
}
