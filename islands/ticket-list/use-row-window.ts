import { type RefObject, useEffect, useState } from 'react';
import { ROW_HEIGHT } from './anchor.ts';

const SPARE = 6;
const FIRST_ROWS = 14;

export type RowWindow = { start: number; end: number };

/** `top` and `height` in pixels. */
export function rowWindow(count: number, top: number, height: number): RowWindow {
  const first = Math.floor(Math.max(0, top) / ROW_HEIGHT);
  const seen = Math.ceil(height / ROW_HEIGHT);
  return { start: Math.max(0, Math.min(first, count) - SPARE), end: Math.min(count, first + seen + SPARE) };
}

/** All rows are 64 px high: a division does what a virtualising library needs 11 KB for (docs: the desk's script budget). */
export function useRowWindow(box: RefObject<HTMLElement | null>, count: number, spacer: number): RowWindow {
  const [seen, setSeen] = useState({ top: 0, height: FIRST_ROWS * ROW_HEIGHT });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let frame = 0;
    const look = () => {
      frame = 0;
      const top = Math.floor(element.scrollTop / ROW_HEIGHT) * ROW_HEIGHT;
      const height = (Math.ceil(element.clientHeight / ROW_HEIGHT) + 1) * ROW_HEIGHT;
      setSeen((former) => (former.top === top && former.height === height ? former : { top, height }));
    };
    const lookSoon = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    element.addEventListener('scroll', lookSoon, { passive: true });
    const resized = new ResizeObserver(lookSoon);
    resized.observe(element);
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener('scroll', lookSoon);
      resized.disconnect();
    };
  }, [box]);
  return rowWindow(count, seen.top - spacer, seen.height);
}
