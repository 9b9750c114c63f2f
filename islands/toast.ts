import type { Toast } from '@views/shell.ts';
import { topDialog } from './dialog.ts';

/** Good news may go sooner than bad news (spec §9: 2 s, 3 s in the global setup). */
const SHOWN_MS = { success: 2000, info: 3000, warning: 3000, error: 3000 };

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
function expire(card: HTMLElement, level: Toast['level']): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = () => {
    timer = setTimeout(() => card.remove(), SHOWN_MS[level]);
  };
  const stop = () => clearTimeout(timer);
  card.addEventListener('pointerenter', stop);
  card.addEventListener('pointerleave', start);
  card.addEventListener('click', () => card.remove());
  start();
}

const levelOf = (text: string | undefined): Toast['level'] =>
  text === 'success' || text === 'info' || text === 'warning' ? text : 'error';

/** Says something for two or three seconds. The text is shown as text, whatever it holds. */
export function showToast({ level, text }: Toast): void {
  const card = document.createElement('div');
  card.className = `toast-card tone-${levelOf(level)}`;
  card.textContent = text;
  region().append(card);
  expire(card, levelOf(level));
}

/** Toasts sent along with the page, and those of `toast` events (`HX-Trigger`). */
export function startToasts(): void {
  for (const card of document.querySelectorAll<HTMLElement>('#toasts > [data-toast]')) {
    expire(card, levelOf(card.className.split('tone-').at(-1)));
  }
  document.addEventListener('toast', (event) => {
    const { level, text } = (event as CustomEvent<Partial<Toast>>).detail ?? {};
    if (text) showToast({ level: levelOf(level), text });
  });
}
