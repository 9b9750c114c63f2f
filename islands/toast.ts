import type { Toast } from '@views/shell.ts';
import type { default as Htmx } from 'htmx.org';
import { topDialog } from './dialog.ts';

/** Spec part 1 §8 and §9: refusals and good news two seconds, three in general. */
const SHOWN_MS = { success: 2000, info: 3000, warning: 3000, error: 2000 };
/** Whoever may take something back needs time to see that they want to. */
const UNDO_MS = 8000;

function createRegion(): HTMLElement {
  const region = document.createElement('div');
  region.id = 'toasts';
  region.className = 'toasts';
  region.setAttribute('role', 'status');
  region.setAttribute('aria-live', 'polite');
  document.body.append(region);
  return region;
}

/** Outside a modal dialog nothing can be reached or heard, so the toasts move into the one on top. */
function region(): HTMLElement {
  const found = document.getElementById('toasts') ?? createRegion();
  const top = topDialog() ?? null;
  if (found.closest('dialog') !== top) (top ?? document.body).append(found);
  return found;
}

/** Lets a toast go after its time; while the pointer or the focus rests on it, it stays. */
function expire(card: HTMLElement, shownMs: number): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = () => {
    timer = setTimeout(() => card.remove(), shownMs);
  };
  const stop = () => clearTimeout(timer);
  card.addEventListener('pointerenter', stop);
  card.addEventListener('pointerleave', start);
  card.addEventListener('click', () => card.remove());
  start();
}

const levelOf = (text: string | undefined): Toast['level'] =>
  text === 'success' || text === 'info' || text === 'warning' ? text : 'error';

/** Says something for two or three seconds; with an `undo` token for eight, with a button that takes it back. */
export function showToast({ level, text, undo }: Toast): void {
  const card = document.createElement('div');
  card.className = `toast-card tone-${levelOf(level)}`;
  // As text, whatever it holds.
  card.textContent = text;
  if (undo) card.append(undoButton(undo));
  region().append(card);
  expire(card, undo ? UNDO_MS : SHOWN_MS[levelOf(level)]);
}

/** The server answers with a toast of its own, and lists fetch again. */
function undoButton(token: string): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'toast-undo';
  button.textContent = document.body.dataset.textUndo ?? '';
  button.addEventListener('click', () => {
    const { htmx } = window as unknown as { htmx: typeof Htmx };
    void htmx.ajax('POST', `/undo/${encodeURIComponent(token)}`, { source: 'body', swap: 'none' });
  });
  return button;
}

/** Toasts sent along with the page, and those of `toast` events (`HX-Trigger`). */
export function startToasts(): void {
  for (const card of document.querySelectorAll<HTMLElement>('#toasts > [data-toast]')) {
    expire(card, SHOWN_MS[levelOf(card.className.split('tone-').at(-1))]);
  }
  document.addEventListener('toast', (event) => {
    const { level, text, undo } = (event as CustomEvent<Partial<Toast>>).detail ?? {};
    if (text) showToast({ level: levelOf(level), text, undo });
  });
}
