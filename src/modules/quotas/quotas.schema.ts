/** Limits that stay used day after day; terms under `quotas:name.*`. */
export const STATUS = ['users', 'connections', 'queues'] as const;
const FLOWING = ['storage', 'messages', 'sockets', 'exports', 'campaigns', 'schedules'] as const;
export const MEASURED = [...STATUS, ...FLOWING] as const;
export type Measured = (typeof MEASURED)[number];

export type Use = {
  name: Measured;
  /** Bytes for `storage`; null means not counted yet. */
  used: number | null;
  /** Null means no limit. */
  limit: number | null;
};
export type PlanUse = {
  uses: Use[];
  /** Time of the last count, for values not counted live; null before the first. */
  countedAt: string | null;
};

export type UseState = 'fine' | 'near' | 'full';
const NEAR_FRACTION = 0.8;

export function stateOf({ used, limit }: Use): UseState {
  if (used === null || limit === null) return 'fine';
  if (used >= limit) return 'full';
  return used >= limit * NEAR_FRACTION ? 'near' : 'fine';
}

/** 0 to 100, whole; 100 only when full. */
export function percentOf({ used, limit }: Use): number {
  if (used === null || limit === null) return 0;
  return used >= limit ? 100 : Math.floor((used / limit) * 100);
}

export function tightest(uses: Use[]): Use[] {
  return uses
    .filter((use) => stateOf(use) !== 'fine' && FLOWING.some((name) => name === use.name))
    .sort((a, b) => percentOf(b) - percentOf(a));
}
