import { buzz } from '../phone/haptics.ts';
import { listenTouch } from '../phone/listen-touch.ts';

const REPLY_PX = 64;
const SLANT = 1.5;
const HOLD_MS = 500;
const STILL_PX = 10;

type TouchActions = {
  onReply: (id: string) => void;
  onHold: (id: string, bubble: HTMLElement) => void;
};

export function startTouch(box: HTMLElement, { onReply, onHold }: TouchActions): () => void {
  let row: HTMLElement | null = null;
  let startX = 0;
  let startY = 0;
  let moved = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isHeld = false;

  const hold = () => {
    const bubble = row?.querySelector<HTMLElement>('[data-bubble]');
    if (!row?.dataset.message || !bubble) return;
    isHeld = true;
    buzz();
    onHold(row.dataset.message, bubble);
  };
  const start = (event: TouchEvent) => {
    const touch = event.touches[0];
    const target = event.target as Element;
    row = event.touches.length === 1 ? target.closest<HTMLElement>('[data-message]') : null;
    if (target.closest('input[type=range]')) row = null;
    startX = touch?.clientX ?? 0;
    startY = touch?.clientY ?? 0;
    moved = 0;
    isHeld = false;
    clearTimeout(timer);
    if (row && target.closest('[data-bubble]') && !target.closest('a')) timer = setTimeout(hold, HOLD_MS);
  };
  const move = (event: TouchEvent) => {
    const touch = event.touches[0];
    if (!row || !touch || isHeld) return;
    const sideways = touch.clientX - startX;
    const upright = Math.abs(touch.clientY - startY);
    if (Math.max(upright, Math.abs(sideways)) > STILL_PX) clearTimeout(timer);
    if (upright * SLANT > Math.abs(sideways) && moved === 0) return;
    const wasFar = moved >= REPLY_PX;
    moved = Math.min(REPLY_PX + 16, Math.max(0, sideways));
    if (moved >= REPLY_PX && !wasFar) buzz();
    row.style.transform = `translateX(${moved}px)`;
  };
  const end = (event: TouchEvent) => {
    clearTimeout(timer);
    if (row) row.style.transform = '';
    // Else the browser makes a click of it, which would close the menu or open a picture.
    if (isHeld && event.cancelable) event.preventDefault();
    if (row?.dataset.message && moved >= REPLY_PX && event.type === 'touchend') onReply(row.dataset.message);
    row = null;
  };
  const noMenu = (event: Event) => {
    if (row && !(event.target as Element).closest('a')) event.preventDefault();
  };

  const stop = listenTouch(box, { start, move, end, menu: noMenu });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
