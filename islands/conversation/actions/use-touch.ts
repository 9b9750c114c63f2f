import { type RefObject, useEffect, useRef } from 'react';

export function useTouch(
  box: RefObject<HTMLElement | null>,
  onTouch: (id: string, bubble?: HTMLElement) => void,
): void {
  const latest = useRef(onTouch);
  latest.current = onTouch;
  useEffect(() => {
    const element = box.current;
    if (!element || navigator.maxTouchPoints === 0) return;
    let isGone = false;
    let stop: (() => void) | undefined;
    void import('./touch.ts').then(({ startTouch }) => {
      if (isGone) return;
      const callback = (id: string, bubble?: HTMLElement) => latest.current(id, bubble);
      stop = startTouch(element, { onReply: (id) => callback(id), onHold: callback });
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, [box]);
}
