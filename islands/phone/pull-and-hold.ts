import { buzz } from './haptics.ts';

const SLANT = 1.5;
const HOLD_MS = 500;
const STILL_PX = 10;

type Follows = {
  /** The element that follows the finger; null for none. */
  rowOf(target: Element): HTMLElement | null;
  follow(row: HTMLElement, sideways: number): number;
  farPx: number;
  show(row: HTMLElement, moved: number): void;
  act(row: HTMLElement, moved: number): void;
  holds(target: Element): boolean;
  hold(row: HTMLElement): void;
};

export function pullAndHold(root: HTMLElement, { farPx, ...follows }: Follows): () => void {
  let row: HTMLElement | null = null;
  let [startX, startY, moved] = [0, 0, 0];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isHeld = false;

  const isFar = () => Math.abs(moved) >= farPx;
  const hold = () => {
    if (!row) return;
    isHeld = true;
    buzz();
    follows.hold(row);
  };
  const start = ({ touches, target }: TouchEvent) => {
    row = touches.length === 1 ? follows.rowOf(target as Element) : null;
    [startX, startY, moved, isHeld] = [touches[0]?.clientX ?? 0, touches[0]?.clientY ?? 0, 0, false];
    clearTimeout(timer);
    if (row && follows.holds(target as Element)) timer = setTimeout(hold, HOLD_MS);
  };
  const move = ({ touches: [touch] }: TouchEvent) => {
    if (!row || !touch || isHeld) return;
    const sideways = touch.clientX - startX;
    const upright = Math.abs(touch.clientY - startY);
    if (Math.max(upright, Math.abs(sideways)) > STILL_PX) clearTimeout(timer);
    if (upright * SLANT > Math.abs(sideways) && moved === 0) return;
    const wasFar = isFar();
    moved = follows.follow(row, sideways);
    if (isFar() && !wasFar) buzz();
    follows.show(row, moved);
  };
  const end = (event: TouchEvent) => {
    clearTimeout(timer);
    if (!row) return;
    follows.show(row, 0);
    // Otherwise the browser fires a click.
    if ((isHeld || moved !== 0) && event.cancelable) event.preventDefault();
    if (isFar() && event.type === 'touchend') follows.act(row, moved);
    row = null;
  };
  const menu = (event: Event) => {
    if (row && follows.holds(event.target as Element)) event.preventDefault();
  };

  const stop = new AbortController();
  const { signal } = stop;
  root.addEventListener('contextmenu', menu, { signal });
  root.addEventListener('touchstart', start, { passive: true, signal });
  root.addEventListener('touchmove', move, { passive: true, signal });
  root.addEventListener('touchend', end, { signal });
  root.addEventListener('touchcancel', end, { signal });
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}
