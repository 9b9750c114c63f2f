export const ROW_HEIGHT = 64;

type Shift = {
  before: number[];
  after: number[];
  anchorId: number;
  scrollTop: number;
  spacer: number;
  /** Height of the visible part in pixels. */
  viewport: number;
};

export type Anchored = { scrollTop: number; spacer: number; tail: number };

/** `spacer` above and `tail` below are pixels. Undefined when the anchor row is gone or nothing has moved. */
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

export function firstInView(ids: number[], scrollTop: number, spacer: number): number | undefined {
  return ids[Math.max(0, Math.ceil((scrollTop - spacer) / ROW_HEIGHT))];
}
