export const ROW_HEIGHT = 64;

type Shift = {
  /** Ids from top to bottom, before and after the change. */
  before: number[];
  after: number[];
  /** The row that must not move on the screen. */
  anchorId: number;
  scrollTop: number;
  /** Pixels the list is moved down by already. */
  spacer: number;
  /** Height of what is seen of the list. */
  viewport: number;
};

export type Anchored = { scrollTop: number; spacer: number; tail: number };

/**
 * Where to scroll, and how much room to add above (`spacer`) and below (`tail`), so that one row stays where it is on
 * the screen while others move past it. Undefined when that row has left, or nothing has moved.
 */
export function keepInPlace({
  before,
  after,
  anchorId,
  scrollTop,
  spacer,
  viewport,
}: Shift): Anchored | undefined {
  const from = before.indexOf(anchorId);
  const to = after.indexOf(anchorId);
  if (from < 0 || to < 0 || from === to) return undefined;
  const onScreen = spacer + from * ROW_HEIGHT - scrollTop;
  const wanted = to * ROW_HEIGHT - onScreen;
  const above = Math.max(0, -wanted);
  const top = Math.max(0, wanted);
  const height = above + after.length * ROW_HEIGHT;
  return { scrollTop: top, spacer: above, tail: Math.max(0, top + viewport - height) };
}

/** The first row that is wholly in view. */
export function firstInView(ids: number[], scrollTop: number, spacer: number): number | undefined {
  return ids[Math.max(0, Math.ceil((scrollTop - spacer) / ROW_HEIGHT))];
}
