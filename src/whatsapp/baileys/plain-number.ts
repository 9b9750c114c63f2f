/** Reads a protobuf integer: a number, a Long, a Long without its class, or text; null for anything else. */
export function plainNumber(value: unknown): number | null {
  const number = rawNumber(value);
  return Number.isFinite(number) ? number : null;
}

function rawNumber(value: unknown): number {
  switch (typeof value) {
    case 'number':
      return value;
    case 'bigint':
      return Number(value);
    case 'string':
      return value === '' ? Number.NaN : Number(value);
    case 'object':
      return value === null ? Number.NaN : longNumber(value as { low?: unknown; high?: unknown });
    default:
      return Number.NaN;
  }
}

function longNumber({ low, high }: { low?: unknown; high?: unknown }): number {
  if (typeof low !== 'number' || typeof high !== 'number') return Number.NaN;
  return high * 2 ** 32 + (low >>> 0);
}
