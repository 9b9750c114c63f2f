import { type RefObject, useEffect, useState } from 'react';

const SPARE = 6;
const FIRST_ROWS = 14;

export type RowWindow = { start: number; end: number };

type Seen = { top: number; height: number; rowHeight: number };

/** In pixels. */
export function rowWindow(count: number, { top, height, rowHeight }: Seen): RowWindow {
  const first = Math.floor(Math.max(0, top) / rowHeight);
  const seen = Math.ceil(height / rowHeight);
  return { start: Math.max(0, Math.min(first, count) - SPARE), end: Math.min(count, first + seen + SPARE) };
}

/** All rows are equally high: a division replaces a virtualising library of 11 KB (script budget). */
export function useRowWindow(
  box: RefObject<HTMLElement | null>,
  count: number,
  { spacer, rowHeight }: { spacer: number; rowHeight: number },
): RowWindow {
  const [seen, setSeen] = useState({ top: 0, height: FIRST_ROWS * rowHeight });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let frame = 0;
    const update = () => {
      frame = 0;
      const top = Math.floor(element.scrollTop / rowHeight) * rowHeight;
      const height = (Math.ceil(element.clientHeight / rowHeight) + 1) * rowHeight;
      setSeen((former) => (former.top === top && former.height === height ? former : { top, height }));
    };
    const checkSoon = () => {
      frame ||= requestAnimationFrame(update);
    };
    update();
    element.addEventListener('scroll', checkSoon, { passive: true });
    const resized = new ResizeObserver(checkSoon);
    resized.observe(element);
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener('scroll', checkSoon);
      resized.disconnect();
    };
  }, [box, rowHeight]);
  return rowWindow(count, { top: seen.top - spacer, height: seen.height, rowHeight });
}
