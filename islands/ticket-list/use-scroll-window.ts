import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { firstInView, preserveScroll } from './anchor.ts';

const IDLE = { spacer: 0, tail: 0 };

/** A click must not hit a row that has just moved under the pointer, so that row, else the first visible, keeps its place. */
export function useScrollWindow(
  scroller: RefObject<HTMLDivElement | null>,
  rows: TicketView[],
  rowHeight: number,
  onHold: (row: TicketView | undefined) => void,
) {
  const [window, setWindow] = useState(IDLE);
  const ids = rows.map((row) => row.id);
  const before = useRef<number[]>(ids);
  const hovered = useRef<number | undefined>(undefined);
  const ownTop = useRef(0);
  const target = useRef<number | undefined>(undefined);

  useLayoutEffect(() => {
    const box = scroller.current;
    const former = before.current;
    before.current = ids;
    if (!box || former.join() === ids.join()) return;
    const isFollowing = hovered.current === undefined && box.scrollTop < rowHeight / 2;
    const anchorId =
      hovered.current ?? firstInView(former, { scrollTop: box.scrollTop, spacer: window.spacer, rowHeight });
    if (isFollowing || anchorId === undefined) return;
    const next = preserveScroll({
      before: former,
      after: ids,
      anchorId,
      scrollTop: box.scrollTop,
      spacer: window.spacer,
      rowHeight,
      viewport: box.clientHeight,
    });
    if (!next) return;
    target.current = next.scrollTop;
    setWindow({ spacer: next.spacer, tail: next.tail });
    box.scrollTop = next.scrollTop;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the room for it has only just been made
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box || target.current === undefined) return;
    box.scrollTop = target.current;
  }, [window, scroller]);

  const release = () => {
    const box = scroller.current;
    hovered.current = undefined;
    onHold(undefined);
    setWindow(IDLE);
    if (box && ownTop.current < rowHeight / 2 && box.scrollTop > 0) box.scrollTop = 0;
    target.current = undefined;
  };

  const listeners = {
    onPointerOver: (event: { target: EventTarget; pointerType: string }) => {
      if (event.pointerType === 'touch') return;
      const row = (event.target as Element).closest<HTMLElement>('[data-ticket]');
      const id = row ? Number(row.dataset.ticket) : undefined;
      if (id === hovered.current) return;
      hovered.current = id;
      onHold(rows.find((ticket) => ticket.id === id));
    },
    onPointerLeave: release,
    onScroll: () => {
      const top = scroller.current?.scrollTop ?? 0;
      if (target.current !== undefined && Math.abs(top - target.current) < 2) return;
      target.current = undefined;
      ownTop.current = top;
    },
  };
  return { ...window, listeners };
}
