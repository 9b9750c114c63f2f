import { isComposing } from '../keys/composing.ts';
import { drafts, saveDraft } from './drafts.ts';
import { ticketShownBy } from './shown-ticket.ts';
import { createStore } from './store.ts';
import type { TicketNow } from './use-ticket-now.ts';

/** Not where an on-screen keyboard would cover half of the screen. */
const FOCUSES = '(width >= 48rem) and (pointer: fine)';
const COMPOSER = '[data-island="composer"]';

export type OpenedBy = 'pointer' | 'keys';
type Opening = {
  /** Null while the welcome loads. */
  uuid: string | null;
  ticketId: number | null;
  isOwn: boolean;
  focuses: boolean;
  isAccepting: boolean;
};

export const opening = createStore<Opening | null>(null);

const typedByUuid = new Map<string, string>();

const pane = () => document.getElementById('workspace-pane');
const cover = () => document.getElementById('workspace-opening');
const coverField = () => cover()?.querySelector('textarea') ?? null;
const paneOf = (uuid: string) => pane()?.querySelector<HTMLElement>(`[data-pane="${uuid}"]`) ?? null;

type Sent = { ticketId: number; meantFor: string | undefined; text: string };

let latest = 0;

export function beginOpening(uuid: string | null, by: OpenedBy): () => boolean {
  const former = opening.get();
  if (uuid && former?.isAccepting && former.uuid === uuid)
    return begin({ ...former, isOwn: true, isAccepting: false });
  const row = uuid ? rowOf(uuid) : null;
  return begin({
    uuid,
    ticketId: row ? Number(row.dataset.ticket) : null,
    isOwn: row?.dataset.own !== undefined,
    focuses: by === 'pointer' && matchMedia(FOCUSES).matches,
    isAccepting: false,
  });
}

const OPENING_ACTIONS: readonly string[] = ['accept', 'reopen', 'take'];

/** Text typed before the answer becomes the draft. Undefined for other actions and a second click. */
export function beginAccepting(
  action: string,
  { uuid, id }: { uuid: string; id: number },
): (() => boolean) | undefined {
  const former = opening.get();
  if (!OPENING_ACTIONS.includes(action) || (former?.isAccepting && former.uuid === uuid)) return undefined;
  return begin({ uuid, ticketId: id, isOwn: false, focuses: matchMedia(FOCUSES).matches, isAccepting: true });
}

function begin(mine: Opening): () => boolean {
  const { uuid } = mine;
  const row = uuid ? rowOf(uuid) : null;
  const isSame = opening.get()?.uuid === uuid;
  latest += 1;
  const count = latest;
  opening.set(mine);
  const box = pane();
  const element = cover();
  if (box) box.inert = true;
  if (element) element.hidden = uuid === null;
  if (element && uuid && !isSame) fillCover(element, mine, row ?? paneOf(uuid));
  if (mine.focuses && (mine.isOwn || mine.isAccepting || !row)) coverField()?.focus({ preventScroll: true });
  return () => count === latest;
}

export function cancelOpening(): void {
  latest += 1;
  endOpening();
}

export function endOpening(): void {
  const mine = opening.get();
  const box = pane();
  if (!mine || !box) return;
  box.inert = false;
  const arrived = mine.uuid ? paneOf(mine.uuid) : null;
  if (arrived) handOver(mine, arrived);
  opening.set(null);
  const element = cover();
  if (element) element.hidden = true;
}

export function focusComposerBy(by: OpenedBy): void {
  const field = pane()?.querySelector<HTMLTextAreaElement>(`${COMPOSER} textarea`);
  if (by === 'pointer' && matchMedia(FOCUSES).matches) field?.focus({ preventScroll: true });
}

/** Text typed before a composer is hydrated becomes its draft. Returns a function that stops it. */
export function startOpening(meId: number, send: (text: Sent) => void): () => void {
  const type = ({ target }: Event) => {
    const mine = opening.get();
    if (!mine?.uuid || !(target instanceof HTMLTextAreaElement) || target !== coverField()) return;
    if (mine.ticketId) saveDraft(mine.ticketId, target.value);
    else typedByUuid.set(mine.uuid, target.value);
  };
  const press = (event: KeyboardEvent) => {
    const field = event.target;
    if (event.key !== 'Enter' || event.shiftKey || !(field instanceof HTMLTextAreaElement)) return;
    const isCover = field === coverField();
    const early = isCover ? null : ticketOf(field.closest(`${COMPOSER}:not([data-alive])`));
    if ((!isCover && !early) || isComposing(event)) return;
    event.preventDefault();
    const { ticketId, isOwn } = early ? { ticketId: early.id, isOwn: isOpenFor(early, meId) } : covered();
    if (!ticketId || !isOwn || field.value.trim() === '' || /^\/|\{\{/.test(field.value)) return;
    send({ ticketId, meantFor: ticketShownBy(field), text: field.value });
    field.value = '';
    saveDraft(ticketId, '');
  };
  // In the microtask after the swap, so that no key is lost between two fields.
  const arrival = new MutationObserver(() => {
    const uuid = opening.get()?.uuid;
    if (uuid && paneOf(uuid)) endOpening();
  });
  const box = pane();
  if (box) arrival.observe(box, { childList: true });
  document.addEventListener('input', type);
  document.addEventListener('keydown', press, true);
  return () => {
    arrival.disconnect();
    document.removeEventListener('input', type);
    document.removeEventListener('keydown', press, true);
  };
}

function covered(): { ticketId: number | null; isOwn: boolean } {
  return opening.get() ?? { ticketId: null, isOwn: false };
}

function rowOf(uuid: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-scroller] [data-shows$=" ${uuid}"]`);
}

function fillCover(
  element: HTMLElement,
  { uuid, ticketId, isOwn, isAccepting }: Opening,
  source: HTMLElement | null,
): void {
  const avatar = source?.querySelector('[data-avatar]')?.firstElementChild?.cloneNode(true);
  element.querySelector('[data-opening-avatar]')?.replaceChildren(...(avatar ? [avatar] : []));
  element.dataset.shows = ticketShownBy(source) ?? '';
  const name = element.querySelector('[data-opening-name]');
  if (name) name.textContent = source?.querySelector('[data-contact-name]')?.textContent ?? '';
  const field = coverField();
  if (!field) return;
  field.disabled = ticketId !== null && !isOwn && !isAccepting;
  field.value = (ticketId ? drafts.get().get(ticketId) : typedByUuid.get(uuid ?? '')) ?? '';
}

function handOver({ uuid, ticketId, focuses }: Opening, arrived: HTMLElement): void {
  const from = coverField();
  const island = arrived.querySelector<HTMLElement>(COMPOSER);
  const to = island?.querySelector('textarea');
  const ticket = ticketOf(island);
  if (!from || !to || !ticket || !uuid) return;
  const hadFocus = document.activeElement === from;
  const { value, selectionStart, selectionEnd } = from;
  from.value = '';
  if (!ticketId && value)
    saveDraft(ticket.id, [drafts.get().get(ticket.id), value].filter(Boolean).join('\n'));
  typedByUuid.delete(uuid);
  to.value = drafts.get().get(ticket.id) ?? value;
  if (to.disabled || !(hadFocus || focuses)) return;
  to.focus({ preventScroll: true });
  const end = to.value.length;
  if (hadFocus && to.value === value) to.setSelectionRange(selectionStart, selectionEnd);
  else to.setSelectionRange(end, end);
}

function ticketOf(island: Element | null | undefined): TicketNow | null {
  if (!(island instanceof HTMLElement)) return null;
  return (JSON.parse(island.dataset.props ?? '{}') as { ticket?: TicketNow }).ticket ?? null;
}

const isOpenFor = ({ status, userId }: TicketNow, meId: number) =>
  status === 'open' && (userId === null || userId === meId);
