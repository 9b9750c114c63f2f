export type Counted = { counts: number[]; count: number; sum: number };

export type Histogram = {
  readonly bounds: readonly number[];
  observe(value: number): void;
  read(): Counted;
};

export function createHistogram(bounds: readonly number[]): Histogram {
  const counts = bounds.concat(0).map(() => 0);
  let sum = 0;
  let count = 0;
  return {
    bounds,
    observe(value) {
      const above = bounds.findIndex((bound) => value <= bound);
      const at = above < 0 ? bounds.length : above;
      counts[at] = (counts[at] ?? 0) + 1;
      count += 1;
      sum += value;
    },
    read: () => ({ counts: [...counts], count, sum }),
  };
}

/** Upper bound of the bucket with this fraction of values since `before`, or the last; null for none. */
export function fractionSince(
  { bounds, read }: Histogram,
  before: Counted | undefined,
  share: number,
): number | null {
  const now = read();
  const total = now.count - (before?.count ?? 0);
  if (total === 0) return null;
  let passed = 0;
  for (const [at, count] of now.counts.entries()) {
    passed += count - (before?.counts[at] ?? 0);
    if (passed >= total * share) return bounds[at] ?? bounds.at(-1) ?? null;
  }
  return null;
}
