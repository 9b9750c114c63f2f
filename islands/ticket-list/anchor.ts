export const rowHeightOf = (isCompact: boolean) => (isCompact ? 52 : 72);

type Shift = {
  before: number[];
  after: number[];
  anchorId: number;
  scrollTop: number;
  spacer: number;
  rowHeight: number;
  /** Height of the visible part in pixels. */
  viewport: number;
};

export type Anchored = { scrollTop: number; spacer: number; tail: number };

/** `spacer` above and `tail` below are pixels. Undefined when the anchor row is gone or nothing has moved. */
export function preserveScroll({
  before,
  after,
  anchorId,
  scrollTop,
  spacer,
  rowHeight,
  viewport,
}: Shift): Anchored | undefined {
  const from = before.indexOf(anchorId);
  const to = after.indexOf(anchorId);
  if (from < 0 || to < 0 || from === to) return undefined;
  const onScreen = spacer + from * rowHeight - scrollTop;
  const wanted = to * rowHeight - onScreen;
  const above = Math.max(0, -wanted);
  const top = Math.max(0, wanted);
  const height = above + after.length * rowHeight;
  return { scrollTop: top, spacer: above, tail: Math.max(0, top + viewport - height) };
}

export function firstInView(
  ids: number[],
  { scrollTop, spacer, rowHeight }: Pick<Shift, 'scrollTop' | 'spacer' | 'rowHeight'>,
): number | undefined {
  return ids[Math.max(0, Math.ceil((scrollTop - spacer) / rowHeight))];
}
