import type { default as Htmx } from 'htmx.org';
import { asWritten, SECRET, WORDS } from './form-markup.ts';
import { showToast } from './toast.ts';

/** `who` is `company-person`; `page` the address below the dialogs; `forms` are those of the page, by `placeOf`. */
type Kept = { who: string; page: string; dialogs: string; forms: Record<string, string> };
type Sent = CustomEvent<{ ctx?: { sourceElement?: Element; response?: { status: number } } }>;

const KEY = 'form';
/** While somebody types, a form of the page is not merged with what others save: its own save is told of that. */
const STAYS = 'hx-morph-skip';

/** In which somebody has typed what is not saved yet. */
const typed = new Set<HTMLDialogElement>();
/** The same of the page's own forms, by `placeOf`: one that was refused may come back as another element. */
const places = new Set<string>();
/** Of forms that were typed in before a reload and are not on the page yet. */
const late = new Map<string, string>();

export function noteTyping(form: HTMLFormElement): void {
  watch();
  const dialog = form.closest('dialog');
  if (dialog && form.matches('[data-guard]')) typed.add(dialog);
  if (!dialog && form.querySelector(WORDS)) {
    places.add(placeOf(form));
    form.setAttribute(STAYS, '');
  }
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
  watch();
  for (const [place, text] of Object.entries(kept.forms ?? {})) late.set(place, text);
  await bringForms();
  if (!kept.dialogs) return;
  await put(kept.dialogs, document.getElementById('dialogs') ?? document.body, 'beforeend');
  for (const form of document.querySelectorAll<HTMLFormElement>('#dialogs > dialog form')) noteTyping(form);
  tellBack();
}

/** Those of the page that are there by now. */
async function bringForms(): Promise<void> {
  for (const [place, text] of late) {
    const before = formAt(place);
    if (!before) continue;
    late.delete(place);
    await put(text, before, 'outerHTML');
    const form = formAt(place);
    if (!form) continue;
    noteTyping(form);
    for (const field of form.querySelectorAll<HTMLInputElement>('[readonly][id]'))
      field.value = before.querySelector<HTMLInputElement>(`#${CSS.escape(field.id)}`)?.value ?? '';
    if (form.matches('[hx-trigger^="change"]')) sendWhenLeft(form);
    tellBack();
  }
}

/** A form without a button is saved when its field is left, as if that had been typed just now. */
function sendWhenLeft(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>(WORDS)?.focus();
  form.addEventListener('focusout', () => form.requestSubmit(), { once: true });
}

function put(text: string, target: Element, swap: string): Promise<unknown> {
  const { htmx } = window as unknown as { htmx: typeof Htmx };
  return htmx.swap({ text, target, swap, sourceElement: document.body });
}

function tellBack(): void {
  showToast({ level: 'info', text: document.body.dataset.textKept ?? '' });
}

function hasJustSignedIn(): boolean {
  return document.referrer !== '' && new URL(document.referrer).pathname.startsWith('/login');
}

const placeOf = (form: Element) => form.getAttribute('hx-put') ?? form.getAttribute('hx-post') ?? '';

function formAt(place: string): HTMLFormElement | undefined {
  const forms = document.querySelectorAll<HTMLFormElement>('form:is([hx-put],[hx-post])');
  return [...forms].find((form) => placeOf(form) === place && !form.closest('dialog'));
}

let watched: Document | undefined;
function watch(): void {
  if (watched === document) return;
  watched = document;
  addEventListener('pagehide', keep);
  // A phone ends pages that are out of sight without another word.
  document.addEventListener('visibilitychange', () => document.hidden && keep());
  document.addEventListener('htmx:after:request', answered);
  document.addEventListener('htmx:finally:request', () => {
    for (const place of places) formAt(place)?.setAttribute(STAYS, '');
  });
  document.addEventListener('htmx:after:swap', () => {
    if (late.size > 0) void bringForms();
  });
}

/** Its answer is drawn in its place, whatever it is. */
function answered(event: Event): void {
  const { sourceElement: form, response } = (event as Sent).detail.ctx ?? {};
  if (!form?.matches('form') || !response) return;
  const isSaved = response.status < 300;
  const dialog = form.closest('dialog');
  if (dialog && isSaved) typed.delete(dialog);
  if (dialog || !places.has(placeOf(form))) return;
  form.removeAttribute(STAYS);
  if (!isSaved) return;
  places.delete(placeOf(form));
  for (const field of form.querySelectorAll<HTMLInputElement>(`${SECRET}, [type="file"]`)) empty(field);
}

/** What is secret does not stay in a page that stays. */
function empty(field: HTMLInputElement): void {
  field.value = '';
  if (field.type === 'file') field.dispatchEvent(new Event('change', { bubbles: true }));
}

function keep(): void {
  const open = [...typed].filter((dialog) => dialog.open && dialog.isConnected);
  const forms = new Map(late);
  for (const place of places) {
    const form = formAt(place);
    if (form) forms.set(place, asWritten(form));
  }
  const kept: Kept = {
    who: document.body.dataset.viewer ?? '',
    page: location.pathname + location.search,
    dialogs: open.map(asWritten).join(''),
    forms: Object.fromEntries(forms),
  };
  try {
    if (open.length + forms.size === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Without storage only the copy is lost.
  }
}
