import { type RefObject, useEffect } from 'react';

const REPLY_PX = 64;
const SLANT = 1.5;

/** A swipe to the right over a bubble answers it, as on the phone. Calls back with the message's id. */
export function useSwipe(box: RefObject<HTMLElement | null>, onReply: (id: string) => void): void {
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let row: HTMLElement | null = null;
    let startX = 0;
    let startY = 0;
    let moved = 0;

    const start = (event: TouchEvent) => {
      const touch = event.touches[0];
      row = event.touches.length === 1 ? (event.target as Element).closest('[data-message]') : null;
      if (row?.querySelector('input[type=range]:active')) row = null;
      startX = touch?.clientX ?? 0;
      startY = touch?.clientY ?? 0;
      moved = 0;
    };
    const move = (event: TouchEvent) => {
      const touch = event.touches[0];
      if (!row || !touch) return;
      const sideways = touch.clientX - startX;
      // Who scrolls does not answer.
      if (Math.abs(touch.clientY - startY) * SLANT > Math.abs(sideways) && moved === 0) return;
      moved = Math.min(REPLY_PX + 16, Math.max(0, sideways));
      row.style.transform = `translateX(${moved}px)`;
    };
    const end = () => {
      if (row) row.style.transform = '';
      if (row?.dataset.message && moved >= REPLY_PX) onReply(row.dataset.message);
      row = null;
    };

    element.addEventListener('touchstart', start, { passive: true });
    element.addEventListener('touchmove', move, { passive: true });
    element.addEventListener('touchend', end);
    element.addEventListener('touchcancel', end);
    return () => {
      element.removeEventListener('touchstart', start);
      element.removeEventListener('touchmove', move);
      element.removeEventListener('touchend', end);
      element.removeEventListener('touchcancel', end);
    };
  }, [box, onReply]);
}
