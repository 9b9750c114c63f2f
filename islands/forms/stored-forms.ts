import { htmx } from '../http/htmx.ts';
import { showToast } from '../page/toast.ts';
import { asWritten, SECRET, TEXT_FIELDS } from './form-selectors.ts';

/** `who` is `company-person`; `page` the address below the dialogs; `forms` are those of the page, by `keyOf`. */
type StoredForms = { who: string; page: string; dialogs: string; forms: Record<string, string> };
type Sent = CustomEvent<{
  ctx?: { sourceElement?: Element; response?: { status: number }; hx?: { redirect?: string } };
}>;

const KEY = 'form';
/** While a page form is being edited, it is not morphed with others' changes; saving it reports them. */
const STAYS = 'hx-morph-skip';

const typed = new Set<HTMLDialogElement>();
/** Page forms with unsaved input, by `keyOf`: a refused form may come back as another element. */
const formKeys = new Set<string>();
const late = new Map<string, string>();
const locked = new WeakMap<Element, { fields: HTMLElement; focus: Element | null }>();

export function noteTyping(form: HTMLFormElement): void {
  watch();
  const dialog = form.closest('dialog');
  if (dialog && form.matches('[data-guard]') && !typed.has(dialog)) {
    typed.add(dialog);
    dialog.addEventListener('close', () => typed.delete(dialog), { once: true });
  }
  if (!dialog) {
    formKeys.add(keyOf(form));
    form.setAttribute(STAYS, '');
  }
}

export async function bringBack(): Promise<void> {
  const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as StoredForms | null;
  if (!stored) return;
  const isTheirs = stored.who === document.body.dataset.viewer;
  const isHere = new URL(stored.page, location.href).pathname === location.pathname;
  if (isTheirs && !isHere && hasJustSignedIn()) return location.replace(stored.page);
  sessionStorage.removeItem(KEY);
  if (!isTheirs || !isHere) return;
  watch();
  for (const [key, text] of Object.entries(stored.forms ?? {})) late.set(key, text);
  await bringForms();
  if (!stored.dialogs) return;
  await put(stored.dialogs, document.getElementById('dialogs') ?? document.body, 'beforeend');
  for (const form of document.querySelectorAll<HTMLFormElement>('#dialogs > dialog form')) noteTyping(form);
  restoreText();
}

async function bringForms(): Promise<void> {
  for (const [key, text] of late) {
    const before = formAt(key);
    if (!before) continue;
    late.delete(key);
    await put(text, before, 'outerHTML');
    const form = formAt(key);
    if (!form) continue;
    noteTyping(form);
    for (const field of form.querySelectorAll<HTMLInputElement>('[readonly][id]'))
      field.value = before.querySelector<HTMLInputElement>(`#${CSS.escape(field.id)}`)?.value ?? '';
    if (form.matches('[hx-trigger^="change"]')) sendWhenLeft(form);
    restoreText();
  }
}

function sendWhenLeft(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>(TEXT_FIELDS)?.focus();
  form.addEventListener('focusout', () => form.requestSubmit(), { once: true });
}

function put(text: string, target: Element, swap: string): Promise<unknown> {
  return htmx().swap({ text, target, swap, sourceElement: document.body });
}

function restoreText(): void {
  showToast({ level: 'info', text: document.body.dataset.textKept ?? '' });
}

function hasJustSignedIn(): boolean {
  return document.referrer !== '' && new URL(document.referrer).pathname.startsWith('/login');
}

const keyOf = (form: Element) => form.getAttribute('hx-put') ?? form.getAttribute('hx-post') ?? '';

function formAt(key: string): HTMLFormElement | undefined {
  const forms = document.querySelectorAll<HTMLFormElement>('form:is([hx-put],[hx-post])');
  return [...forms].find((form) => keyOf(form) === key && !form.closest('dialog'));
}

let watched: Document | undefined;
export function watch(): void {
  if (watched === document) return;
  watched = document;
  addEventListener('pagehide', store);
  // A phone may kill hidden pages without another event.
  document.addEventListener('visibilitychange', () => document.hidden && store());
  document.addEventListener('htmx:before:request', lock);
  document.addEventListener('htmx:after:request', answered);
  document.addEventListener('htmx:finally:request', (event) => {
    unlock(event);
    for (const key of formKeys) formAt(key)?.setAttribute(STAYS, '');
  });
  document.addEventListener('htmx:after:swap', () => {
    if (late.size > 0) void bringForms();
  });
}

/** Later input would be lost when the form closes, or be overwritten. */
function lock(event: Event): void {
  const form = (event as Sent).detail.ctx?.sourceElement;
  if (!form?.matches('form')) return;
  const inDialog = form.querySelector<HTMLElement>(':scope > .dialog-body');
  const fields = inDialog ?? (form.hasAttribute(STAYS) && (form as HTMLElement));
  if (!fields || fields.inert) return;
  locked.set(form, { fields, focus: document.activeElement });
  fields.inert = true;
}

function unlock(event: Event): void {
  const form = (event as Sent).detail.ctx?.sourceElement;
  const lock = form && locked.get(form);
  if (!form || !lock) return;
  const { fields, focus } = lock;
  locked.delete(form);
  fields.inert = false;
  if (document.activeElement !== document.body || !focus) return;
  const back = focus.isConnected ? focus : document.getElementById(focus.id);
  if (back instanceof HTMLElement) back.focus();
}

function answered(event: Event): void {
  const { sourceElement: form, response, hx } = (event as Sent).detail.ctx ?? {};
  if (!form?.matches('form') || !response) return;
  // A lost session answers 204, too, and leads to the sign-in page.
  const isSaved = response.status < 300 && hx?.redirect !== '/login';
  const dialog = form.closest('dialog');
  if (dialog && isSaved) typed.delete(dialog);
  if (dialog) return;
  if (formKeys.has(keyOf(form))) form.removeAttribute(STAYS);
  if (!isSaved) return;
  formKeys.delete(keyOf(form));
  for (const field of form.querySelectorAll<HTMLInputElement>(`${SECRET}, [type="file"]`)) empty(field);
}

/** Secrets must not stay in a page that is cached. */
function empty(field: HTMLInputElement): void {
  field.value = '';
  if (field.type === 'file') field.dispatchEvent(new Event('change', { bubbles: true }));
}

function store(): void {
  const open = [...typed].filter((dialog) => dialog.open && dialog.isConnected);
  const forms = new Map(late);
  for (const key of formKeys) {
    const form = formAt(key);
    if (form?.querySelector(TEXT_FIELDS)) forms.set(key, asWritten(form));
  }
  const stored: StoredForms = {
    who: document.body.dataset.viewer ?? '',
    page: location.pathname + location.search,
    dialogs: open.map(asWritten).join(''),
    forms: Object.fromEntries(forms),
  };
  try {
    if (open.length + forms.size === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(stored));
  } catch {
    // Without storage only the copy is lost.
  }
}
