import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Rendered margin on each side of the view, relative to its height. */
const AHEAD = '150%';
const GUESSED_PX = 60;

type Seen = (entry: IntersectionObserverEntry) => void;
export type Watch = { observe(element: Element, seen: Seen): () => void; settle(): void };

export function useWatch(box: RefObject<HTMLElement | null>, settle: () => void): Watch {
  const latest = useRef(settle);
  latest.current = settle;
  const [watch] = useState(() => {
    const watched = new Map<Element, Seen>();
    let observer: IntersectionObserver | undefined;
    const observe = (element: Element, seen: Seen) => {
      observer ??= new IntersectionObserver(
        (entries) => {
          for (const entry of entries) watched.get(entry.target)?.(entry);
        },
        { root: box.current, rootMargin: `${AHEAD} 0px` },
      );
      watched.set(element, seen);
      observer.observe(element);
      return () => {
        watched.delete(element);
        observer?.unobserve(element);
      };
    };
    return { observe, settle: () => latest.current() };
  });
  return watch;
}

type Props = {
  watch: Watch;
  count: number;
  isFirst: boolean;
  isWanted: boolean;
  children: () => ReactNode;
};

export function Block({ watch, count, isFirst, isWanted, children }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  const isBelow = useRef(false);
  const [isNear, setNear] = useState(isFirst);
  const isRendered = isNear || isWanted;

  useLayoutEffect(() => {
    if (isWanted) setNear(true);
  }, [isWanted]);

  useEffect(() => {
    const element = root.current;
    if (!element) return;
    return watch.observe(element, ({ isIntersecting, boundingClientRect, rootBounds }) => {
      isBelow.current = boundingClientRect.top > (rootBounds?.bottom ?? 0) / 2;
      if (isIntersecting) return setNear(true);
      if (!element.firstChild || isInUse(element)) return;
      height.current = boundingClientRect.height;
      setNear(false);
    });
  }, [watch]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is drawn anew
  useLayoutEffect(() => {
    const element = root.current;
    // In a box that runs bottom-up, changes above the view move nothing.
    if (element && isRendered && isBelow.current) watch.settle();
  }, [isRendered]);

  return (
    <div
      ref={root}
      data-block=""
      style={isRendered ? undefined : { height: height.current || count * GUESSED_PX }}
    >
      {isRendered ? children() : null}
    </div>
  );
}

function isInUse(element: HTMLElement): boolean {
  if (element.contains(document.activeElement)) return true;
  const selection = getSelection();
  if (selection && !selection.isCollapsed && selection.containsNode(element, true)) return true;
  return [...element.querySelectorAll<HTMLMediaElement>('audio,video')].some(({ paused }) => !paused);
}
