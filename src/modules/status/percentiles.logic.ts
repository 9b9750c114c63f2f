import type { Histogram } from 'prom-client';

/** Values up to each bound since the process began; the last bound is infinite. */
export type Buckets = { bound: number; count: number }[];

export async function readBuckets(histogram: Histogram): Promise<Buckets> {
  const { values } = await histogram.get();
  return values.flatMap(({ labels: { le }, value }) =>
    le === undefined ? [] : { bound: le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le), count: value },
  );
}

/** Upper bound of the bucket with this fraction of values since `before`, at most the last finite one; null for none. */
export function fractionSince(now: Buckets, before: Buckets | undefined, share: number): number | null {
  const since = now.map(({ bound, count }, at) => ({ bound, count: count - (before?.[at]?.count ?? 0) }));
  const total = since.at(-1)?.count ?? 0;
  if (total === 0) return null;
  const reached = since.slice(0, -1).find(({ count }) => count >= total * share);
  return (reached ?? since.at(-2))?.bound ?? null;
}
