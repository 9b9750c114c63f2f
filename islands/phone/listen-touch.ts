type Touches = {
  start(event: TouchEvent): void;
  move(event: TouchEvent): void;
  /** Also where the browser takes the touch away. */
  end(event: TouchEvent): void;
  menu(event: Event): void;
};

/** Returns a function that stops it. */
export function listenTouch(root: HTMLElement, { start, move, end, menu }: Touches): () => void {
  root.addEventListener('contextmenu', menu);
  root.addEventListener('touchstart', start, { passive: true });
  root.addEventListener('touchmove', move, { passive: true });
  root.addEventListener('touchend', end);
  root.addEventListener('touchcancel', end);
  return () => {
    root.removeEventListener('contextmenu', menu);
    root.removeEventListener('touchstart', start);
    root.removeEventListener('touchmove', move);
    root.removeEventListener('touchend', end);
    root.removeEventListener('touchcancel', end);
  };
}
