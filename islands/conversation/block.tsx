import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** On each side of the view, in heights of the view. */
const AHEAD = '150%';
/** Of a message that was never drawn. */
const GUESSED_PX = 60;

type Seen = (entry: IntersectionObserverEntry) => void;
export type Watch = { look(element: Element, seen: Seen): () => void; settle(): void };

/** `settle` puts the view back where it was, after something below it has changed its height. */
export function useWatch(box: RefObject<HTMLElement | null>, settle: () => void): Watch {
  const latest = useRef(settle);
  latest.current = settle;
  const [watch] = useState(() => {
    const watched = new Map<Element, Seen>();
    let observer: IntersectionObserver | undefined;
    const look = (element: Element, seen: Seen) => {
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
    return { look, settle: () => latest.current() };
  });
  return watch;
}

type Props = {
  watch: Watch;
  count: number;
  /** Drawn at once; what was read further back waits until it comes near. */
  isFirst: boolean;
  isWanted: boolean;
  children: () => ReactNode;
};

/** A stretch of the conversation. Far from the view it is nothing but its height. */
export function Block({ watch, count, isFirst, isWanted, children }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  const isBelow = useRef(false);
  const [isNear, setNear] = useState(isFirst);
  const isDrawn = isNear || isWanted;

  useLayoutEffect(() => {
    if (isWanted) setNear(true);
  }, [isWanted]);

  useEffect(() => {
    const element = root.current;
    if (!element) return;
    return watch.look(element, ({ isIntersecting, boundingClientRect, rootBounds }) => {
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
    // In a box that runs bottom-up, what is above the view moves nothing.
    if (element && isDrawn && isBelow.current) watch.settle();
  }, [isDrawn]);

  return (
    <div
      ref={root}
      data-block=""
      style={isDrawn ? undefined : { height: height.current || count * GUESSED_PX }}
    >
      {isDrawn ? children() : null}
    </div>
  );
}

/** Sound goes on, and what is marked or focused stays. */
function isInUse(element: HTMLElement): boolean {
  if (element.contains(document.activeElement)) return true;
  const selection = getSelection();
  if (selection && !selection.isCollapsed && selection.containsNode(element, true)) return true;
  return [...element.querySelectorAll<HTMLMediaElement>('audio,video')].some(({ paused }) => !paused);
}
