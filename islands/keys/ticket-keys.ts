/** What the keys do with the ticket list, the pane's head and the composer: only what their buttons do as well. */

const ROW = '[data-scroller] [data-ticket]';
const COMPOSER = '[data-island="composer"] textarea';

/** The next (1) or previous (-1) row of the list takes the focus. False where there is no list in view. */
export function moveInList(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>(ROW)].sort((a, b) => placeOf(a) - placeOf(b));
  if (rows.length === 0 || rows[0]?.getClientRects().length === 0) return false;
  const current = currentRow();
  const at = current ? rows.indexOf(current) : -1;
  const next = rows[at < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, at + step))];
  const target =
    next?.querySelector<HTMLElement>('a[data-open]') ?? next?.querySelector<HTMLElement>('button');
  target?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
  return true;
}

/** Of the row that has the focus, else of the open ticket. False when it does not offer that. */
export function pressAction(action: 'accept' | 'resolve'): boolean {
  const button = actionButton(action);
  button?.click();
  return button !== null;
}

/** The focus goes to its button, as `pressAction` finds it: Enter does it. */
export function showAction(action: 'take'): boolean {
  const button = actionButton(action);
  button?.focus();
  return button !== null;
}

function actionButton(action: string): HTMLButtonElement | null {
  const row = focusedRow()?.querySelector<HTMLButtonElement>(`[data-action="${action}"]`);
  const head = document.querySelector<HTMLButtonElement>(`#ticket-header [data-ticket-action="${action}"]`);
  const button = row ?? (focusedRow() ? null : head);
  return button?.disabled ? null : button;
}

/** The cursor goes into the composer. False when nothing can be written. */
export function writeReply(): boolean {
  const field = document.querySelector<HTMLTextAreaElement>(COMPOSER);
  if (!field || field.disabled) return false;
  field.focus();
  return true;
}

/** After Escape the letters are keys again. */
export function leaveComposer(target: EventTarget | null): void {
  if (target instanceof HTMLElement && target.matches(COMPOSER)) target.blur();
}

function focusedRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>(ROW) ?? null;
}

function currentRow(): HTMLElement | null {
  const shown = document.querySelector(`${ROW} [aria-current="true"]`);
  return focusedRow() ?? shown?.closest<HTMLElement>(ROW) ?? null;
}

/** Rows lie where their transform puts them, in whatever order they stand in the document. */
function placeOf(row: HTMLElement): number {
  return Number(row.closest('li')?.getAttribute('aria-posinset') ?? 0);
}
