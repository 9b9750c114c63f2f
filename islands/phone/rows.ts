import { buzz } from './haptics.ts';
import { listenTouch } from './listen-touch.ts';

const ACT_PX = 88;
const MOST_PX = 120;
const SLANT = 1.5;
const HOLD_MS = 500;
const STILL_PX = 10;

/**
 * A row pulled to the right does what its first button does, to the left it opens its menu; held, it is chosen. Each
 * has its button too. Returns a function that stops it.
 */
export function startRows(root: HTMLElement): () => void {
  let row: HTMLElement | null = null;
  let [startX, startY, moved] = [0, 0, 0];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isHeld = false;

  const button = (right: boolean) =>
    row?.querySelector<HTMLElement>(right ? '[data-action]' : '[data-row-menu]') ?? null;
  const hold = () => {
    isHeld = true;
    buzz();
    row?.querySelector<HTMLElement>('[data-select]')?.click();
  };
  const start = (event: TouchEvent) => {
    const touch = event.touches[0];
    row = event.touches.length === 1 ? (event.target as Element).closest<HTMLElement>('[data-ticket]') : null;
    [startX, startY, moved, isHeld] = [touch?.clientX ?? 0, touch?.clientY ?? 0, 0, false];
    clearTimeout(timer);
    if (row) timer = setTimeout(hold, HOLD_MS);
  };
  const move = (event: TouchEvent) => {
    const touch = event.touches[0];
    if (!row || !touch || isHeld) return;
    const sideways = touch.clientX - startX;
    const upright = Math.abs(touch.clientY - startY);
    if (Math.max(upright, Math.abs(sideways)) > STILL_PX) clearTimeout(timer);
    if (upright * SLANT > Math.abs(sideways) && moved === 0) return;
    const goal = button(sideways > 0);
    if (!goal) return;
    const wasFar = Math.abs(moved) >= ACT_PX;
    moved = Math.max(-MOST_PX, Math.min(MOST_PX, sideways));
    if (Math.abs(moved) >= ACT_PX && !wasFar) buzz();
    show(row, moved, goal);
  };
  const end = (event: TouchEvent) => {
    clearTimeout(timer);
    const goal = Math.abs(moved) >= ACT_PX && event.type === 'touchend' ? button(moved > 0) : null;
    if (row) show(row, 0);
    // Else the browser makes a click of it, which would open the ticket.
    if ((isHeld || moved !== 0) && event.cancelable) event.preventDefault();
    goal?.click();
    row = null;
  };
  const noMenu = (event: Event) => {
    if (row) event.preventDefault();
  };

  const stop = listenTouch(root, { start, move, end, menu: noMenu });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** The row's place behind it says what letting go will do (views/styles/tickets.css). */
function show(row: HTMLElement, moved: number, goal?: HTMLElement): void {
  const place = row.parentElement;
  row.style.transform = moved === 0 ? '' : `translateX(${moved}px)`;
  if (!place) return;
  delete place.dataset.pulled;
  if (goal && moved !== 0) place.dataset.pulled = goal.getAttribute('aria-label') ?? goal.textContent ?? '';
  place.classList.toggle('pulled-left', moved < 0);
  place.classList.toggle('pulled-far', Math.abs(moved) >= ACT_PX);
}
