/** What a plan limits; words under `quotas:name.*`. Of these as many are there as are needed, day after day. */
export const STANDING = ['users', 'connections', 'queues'] as const;
/** These come and go with the work. */
export const FLOWING = ['storage', 'messages', 'sockets', 'exports', 'campaigns', 'schedules'] as const;
export const MEASURED = [...STANDING, ...FLOWING] as const;
export type Measured = (typeof MEASURED)[number];

export type Use = {
  name: Measured;
  /** Bytes of `storage`; null was not counted yet. */
  used: number | null;
  /** Null is none. */
  limit: number | null;
};
export type PlanUse = {
  uses: Use[];
  /** When that was counted which is not counted at once; null was not yet. */
  countedAt: string | null;
};

export type UseState = 'fine' | 'near' | 'full';
const NEAR_SHARE = 0.8;

export function stateOf({ used, limit }: Use): UseState {
  if (used === null || limit === null) return 'fine';
  if (used >= limit) return 'full';
  return used >= limit * NEAR_SHARE ? 'near' : 'fine';
}

/** 0 to 100, whole; 100 is kept for what is full. */
export function percentOf({ used, limit }: Use): number {
  if (used === null || limit === null) return 0;
  return used >= limit ? 100 : Math.floor((used / limit) * 100);
}

/** Near its limit or at it, the tightest first: of what comes and goes. */
export function tightest(uses: Use[]): Use[] {
  return uses
    .filter((use) => stateOf(use) !== 'fine' && FLOWING.some((name) => name === use.name))
    .sort((a, b) => percentOf(b) - percentOf(a));
}
