const ROW = '[data-scroller] [data-ticket]';
const COMPOSER = '[data-island="composer"] textarea';

/** 1 is the next row, -1 the previous one. False when no list is in view. */
export function moveInList(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>(ROW)].sort((a, b) => indexOf(a) - indexOf(b));
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

/** Acts on the focused row, else on the open ticket. False when that does not offer the action. */
export function pressAction(action: 'accept' | 'resolve' | 'resolveNext' | 'return'): boolean {
  const button = actionButton(action);
  button?.click();
  return button !== null;
}

export function showAction(action: 'take'): boolean {
  const button = actionButton(action);
  button?.focus();
  return button !== null;
}

function actionButton(action: string): HTMLButtonElement | null {
  const focused = focusedRow();
  const row = focused?.querySelector<HTMLButtonElement>(`[data-action="${action}"]`);
  const isElsewhere = focused !== null && focused.querySelector('[aria-current="true"]') === null;
  const head = document.querySelector<HTMLButtonElement>(`#ticket-header [data-ticket-action="${action}"]`);
  const button = row ?? (isElsewhere ? null : head);
  return button?.disabled ? null : button;
}

export function writeReply(): boolean {
  const field = document.querySelector<HTMLTextAreaElement>(COMPOSER);
  if (!field || field.disabled) return false;
  field.focus();
  return true;
}

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

/** Rows are positioned by their transform; their order in the document means nothing. */
function indexOf(row: HTMLElement): number {
  return Number(row.closest('li')?.getAttribute('aria-posinset') ?? 0);
}
