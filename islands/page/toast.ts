import { SHORTCUTS } from '@views/parts/tickets/shortcuts.ts';
import type { Toast } from '@views/shell.ts';
import { topDialog } from './dialog.ts';

const SHOWN_MS = 3000;
/** Longer, so that people notice that they can undo. */
const UNDO_MS = 8000;

function createRegion(): HTMLElement {
  const region = document.createElement('div');
  region.id = 'toasts';
  region.className = 'toasts';
  region.setAttribute('role', 'status');
  region.setAttribute('aria-live', 'polite');
  document.body.append(region);
  watchHeight(region);
  return region;
}

/** On phones the newest bubble moves up by it (overlays.css). Setting it restyles the whole page, so not while there is no toast. */
function watchHeight(region: HTMLElement): void {
  const measure = () => {
    if (region.firstChild) document.body.style.setProperty('--toasts', `${region.offsetHeight}px`);
  };
  new MutationObserver(measure).observe(region, { childList: true });
  measure();
}

/** Outside a modal dialog nothing can be reached or announced, so the toasts move into the top one. */
function region(): HTMLElement {
  const found = document.getElementById('toasts') ?? createRegion();
  const top = topDialog() ?? null;
  if (found.closest('dialog') !== top) (top ?? document.body).append(found);
  return found;
}

function expire(card: HTMLElement, shownMs: number): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = () => {
    timer = setTimeout(() => card.ariaBusy === 'true' || card.remove(), shownMs);
  };
  const stop = () => clearTimeout(timer);
  for (const type of ['pointerenter', 'focusin']) card.addEventListener(type, stop);
  for (const type of ['pointerleave', 'focusout']) card.addEventListener(type, start);
  card.addEventListener('click', () => card.remove());
  start();
}

const levelOf = (text: string | undefined): Toast['level'] =>
  text === 'success' || text === 'info' || text === 'warning' ? text : 'error';

export function positionToast(level: Toast['level'], text: string): HTMLElement {
  const card = document.createElement('div');
  card.className = `toast-card tone-${level}`;
  card.textContent = text;
  region().append(card);
  return card;
}

export function showToast({
  level,
  text,
  undo,
  onUndone,
}: Toast & { onUndone?: () => void }): HTMLElement | undefined {
  // Ten calls that fail for one reason show one toast.
  if (level === 'error' && [...region().children].some((one) => one.textContent === text)) return undefined;
  const card = positionToast(levelOf(level), text);
  const button = undo ? undoButton(undo, onUndone) : undefined;
  if (button) card.append(button);
  expire(card, undo ? UNDO_MS : SHOWN_MS);
  return button;
}

function undoButton(token: string, onUndone: (() => void) | undefined): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'toast-undo';
  button.textContent = document.body.dataset.textUndo ?? '';
  button.setAttribute('aria-keyshortcuts', SHORTCUTS.undo[0]);
  const key = document.createElement('kbd');
  key.textContent = SHORTCUTS.undo[0].replace('+', ' ');
  key.ariaHidden = 'true';
  button.append(key);
  button.addEventListener('click', (event) => {
    event.stopPropagation();
    const card = button.parentElement as HTMLElement;
    button.disabled = true;
    card.ariaBusy = 'true';
    key.className = 'spinner size-4';
    key.textContent = '';
    const settle = (isUndone: boolean) => {
      card.remove();
      if (isUndone) onUndone?.();
    };
    document.dispatchEvent(new CustomEvent('undo', { detail: { token, settle } }));
  });
  return button;
}

type Change = { isTakenBack: boolean };

const underWay: Change[] = [];

/** For a change whose answer will offer an undo. Returns what ends the wait: true when the undo was pressed before. */
export function awaitOffer(): (offer?: HTMLElement) => boolean {
  const change = { isTakenBack: false };
  underWay.push(change);
  return (offer) => {
    const at = underWay.indexOf(change);
    if (at < 0) return false;
    underWay.splice(at, 1);
    if (change.isTakenBack) offer?.click();
    return change.isTakenBack;
  };
}

export function pressUndo(): boolean {
  const change = underWay.at(-1);
  const button = [...document.querySelectorAll<HTMLElement>('.toast-undo:not(:disabled)')].at(-1);
  if (change) change.isTakenBack = true;
  else button?.click();
  return change !== undefined || button !== undefined;
}

/** Live events contain the text in every language. */
type ToastEvent = Omit<Toast, 'text'> & { text: Record<string, string> };

export function startToasts(): void {
  const rendered = document.getElementById('toasts');
  if (rendered) watchHeight(rendered);
  for (const card of document.querySelectorAll<HTMLElement>('#toasts > [data-toast]')) {
    expire(card, SHOWN_MS);
  }
  document.addEventListener('toast', (event) => {
    const { level, text, undo } = (event as CustomEvent<Partial<Toast>>).detail ?? {};
    if (text) showToast({ level: levelOf(level), text, undo });
  });
  document.addEventListener('refresh:toast', (event) => {
    const { level, text } = (event as CustomEvent<ToastEvent>).detail;
    showToast({ level, text: text[document.documentElement.lang.slice(0, 2)] ?? '' });
  });
}
