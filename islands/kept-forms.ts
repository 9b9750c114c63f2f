import type { default as Htmx } from 'htmx.org';
import { showToast } from './toast.ts';

/** `who` is `company-person`; `page` the address below the dialogs. */
type Kept = { who: string; page: string; dialogs: string };
type Sent = CustomEvent<{ ctx?: { sourceElement?: Element; response?: { status: number } } }>;

const KEY = 'form';
const FIELDS = 'input, textarea, select';
/** Is asked for again: it must not lie in a browser. */
const SECRET = '[type="password"], [autocomplete="one-time-code"], [data-secret]';
/** Set by scripts, which set them anew. */
const ALIVE = ['open', 'data-alive', 'data-htmx-powered', 'data-followed'];

/** In which somebody has typed what is not saved yet. */
const typed = new Set<HTMLDialogElement>();

export function noteTyping(dialog: HTMLDialogElement): void {
  watch();
  typed.add(dialog);
}

/** What was typed before a reload or a lost session, by the same person: over its page, to which a new sign-in leads back. */
export async function bringBack(): Promise<void> {
  const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null;
  if (!kept) return;
  const isTheirs = kept.who === document.body.dataset.viewer;
  const isHere = new URL(kept.page, location.href).pathname === location.pathname;
  if (isTheirs && !isHere && hasJustSignedIn()) return location.replace(kept.page);
  sessionStorage.removeItem(KEY);
  if (!isTheirs || !isHere) return;
  const { htmx } = window as unknown as { htmx: typeof Htmx };
  const target = document.getElementById('dialogs') ?? document.body;
  await htmx.swap({ text: kept.dialogs, target, swap: 'beforeend', sourceElement: document.body });
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('#dialogs > dialog')) noteTyping(dialog);
  showToast({ level: 'info', text: document.body.dataset.textKept ?? '' });
}

function hasJustSignedIn(): boolean {
  return document.referrer !== '' && new URL(document.referrer).pathname.startsWith('/login');
}

let isWatching = false;
function watch(): void {
  if (isWatching) return;
  isWatching = true;
  addEventListener('pagehide', keep);
  // A phone ends pages that are out of sight without another word.
  document.addEventListener('visibilitychange', () => document.hidden && keep());
  document.addEventListener('htmx:after:request', (event) => {
    const { sourceElement, response } = (event as Sent).detail.ctx ?? {};
    const dialog = sourceElement?.matches('form') && sourceElement.closest('dialog');
    if (dialog && response && response.status < 300) typed.delete(dialog);
  });
}

function keep(): void {
  const open = [...typed].filter((dialog) => dialog.open && dialog.isConnected);
  const kept: Kept = {
    who: document.body.dataset.viewer ?? '',
    page: location.pathname + location.search,
    dialogs: open.map(asWritten).join(''),
  };
  try {
    if (open.length === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Without storage only the copy is lost.
  }
}

/** Its markup with what stands in its fields now, but no secrets and no files. */
function asWritten(dialog: HTMLDialogElement): string {
  const copy = dialog.cloneNode(true) as HTMLDialogElement;
  const shown = dialog.querySelectorAll<HTMLInputElement>(FIELDS);
  for (const [at, field] of copy.querySelectorAll<HTMLInputElement>(FIELDS).entries())
    if (shown[at]) write(field, shown[at]);
  copy.querySelector('#toasts')?.remove();
  for (const one of [copy, ...copy.querySelectorAll('*')])
    for (const name of ALIVE) one.removeAttribute(name);
  for (const one of copy.querySelectorAll('[aria-expanded]')) one.setAttribute('aria-expanded', 'false');
  for (const one of copy.querySelectorAll('[type="submit"]')) one.removeAttribute('disabled');
  for (const line of copy.querySelectorAll<HTMLElement>('[data-files][data-chosen]')) {
    line.textContent = line.dataset.empty ?? '';
    line.removeAttribute('data-chosen');
  }
  for (const picture of copy.querySelectorAll<HTMLImageElement>('[data-picture][data-known]')) {
    picture.setAttribute('src', picture.dataset.known ?? '');
    picture.hidden = !picture.dataset.known;
  }
  return copy.outerHTML;
}

/** As attributes, which markup tells. */
function write(copy: Element, field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement): void {
  const value = field.matches(SECRET) ? '' : field.value;
  if (field instanceof HTMLSelectElement)
    for (const [at, option] of copy.querySelectorAll('option').entries())
      option.toggleAttribute('selected', field.options[at]?.selected ?? false);
  // A reader of markup drops the first line break.
  else if (field instanceof HTMLTextAreaElement) copy.textContent = value.replace(/^\n/, '\n\n');
  else if (field.type === 'checkbox' || field.type === 'radio')
    copy.toggleAttribute('checked', field.checked);
  else if (field.type !== 'file') copy.setAttribute('value', value);
}
