import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Distance from the end at which the next page is loaded, in view heights. */
const AHEAD = 1.5;
const AT_BOTTOM_PX = 48;
const DAY_SHOWN_MS = 1000;

type Loads = {
  top: RefObject<HTMLElement | null>;
  firstId: string | undefined;
  hasNewer: boolean;
  onTop: () => void;
  onBottom: () => void;
};
type Mark = { element: Element; top: number; scrolled: number };

/** The box runs bottom-up (`flex-col-reverse`), so the newest message is in view before any script has run. */
export function useScroll(
  box: RefObject<HTMLDivElement | null>,
  { top, firstId, hasNewer, onTop, onBottom }: Loads,
) {
  const [isAtBottom, setAtBottom] = useState(true);
  const bottom = useRef(true);
  const mark = useRef<Mark | undefined>(undefined);

  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);

  const remember = useCallback(() => {
    const element = box.current;
    mark.current = element && (hasNewer || !bottom.current) ? firstInView(element) : undefined;
  }, [box, hasNewer]);

  const settle = useCallback(() => {
    const element = box.current;
    const { current: known } = mark;
    if (element && known?.element.isConnected) {
      // Scrolling by the reader that no event has reported yet must not be undone.
      const byReader = element.scrollTop - known.scrolled;
      const moved = known.element.getBoundingClientRect().top - known.top + byReader;
      if (Math.abs(moved) >= 1) element.scrollTop += moved;
      bottom.current = -element.scrollTop < AT_BOTTOM_PX;
    }
    remember();
  }, [box, remember]);
  useLayoutEffect(settle);

  const onScroll = useCallback(() => {
    const element = box.current;
    if (!element) return;
    // scrollTop is negative in a box that runs bottom-up.
    const fromBottom = -element.scrollTop;
    bottom.current = fromBottom < AT_BOTTOM_PX;
    setAtBottom(bottom.current);
    remember();
    if (fromBottom < AHEAD * element.clientHeight) onBottom();
    element.dataset.scrolling = '';
    clearTimeout(rest.current);
    rest.current = setTimeout(() => delete element.dataset.scrolling, DAY_SHOWN_MS);
  }, [box, onBottom, remember]);

  // Blocks get their height only near the view, so scroll events do not show when the top is near.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each page the observer looks anew
  useEffect(() => {
    if (!top.current) return;
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting && onTop(), {
      root: box.current,
      rootMargin: `${AHEAD * 100}% 0px 0px`,
    });
    observer.observe(top.current);
    return () => observer.disconnect();
  }, [box, top, firstId, onTop]);

  const toBottom = useCallback(() => {
    bottom.current = true;
    mark.current = undefined;
    box.current?.scrollTo({ top: 0 });
    setAtBottom(true);
  }, [box]);

  const toElement = useCallback(
    (selector: string, block: 'center' | 'start') => {
      const element = box.current?.querySelector(selector);
      if (!element) return false;
      mark.current = undefined;
      const show = () => {
        element.scrollIntoView({ block });
        onScroll();
      };
      show();
      // The blocks around it are rendered in the next frame, which may move it.
      requestAnimationFrame(() => mark.current && show());
      return true;
    },
    [box, onScroll],
  );

  return { isAtBottom, onScroll, toBottom, toElement, settle };
}

/** Measures few elements, as a hit test would force a paint; not the first one, whose gap changes with the page above it. */
function firstInView(box: Element): Mark | undefined {
  const { top: edge } = box.getBoundingClientRect();
  for (const element of [...box.querySelectorAll('[data-message]')].slice(1)) {
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom > edge + 1) return { element, top, scrolled: box.scrollTop };
  }
  return undefined;
}
