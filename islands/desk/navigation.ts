import { type DeskFilter, type DeskRoute, deskHref, parseDeskHref } from '@views/parts/tickets/desk.ts';
import type { default as Htmx } from 'htmx.org';
import { enter, retreat } from '../steps.ts';
import { beginOpening, cancelOpening, endOpening, focusComposerBy, type OpenedBy } from './opening.ts';
import { createStore } from './store.ts';

const PANE = '#desk-pane';

/** Undefined on the server, which renders islands too. */
const htmx = () => (window as unknown as { htmx: typeof Htmx }).htmx;

export const route = createStore<DeskRoute>({
  uuid: null,
  filter: { status: 'open', queueIds: [], showAll: false },
});

export const focusRequest = createStore<{ ticketId: number; count: number }>({ ticketId: 0, count: 0 });

export function focusComposer(ticketId: number): void {
  focusRequest.set({ ticketId, count: focusRequest.get().count + 1 });
}

export const jumpRequest = createStore<{ uuid: string; messageId: string } | null>(null);

export function openDialog(href: string): void {
  void htmx().ajax('GET', href, { source: 'body', target: '#dialogs', swap: 'beforeend' });
}

export function sendForm(href: string, values: Record<string, string>): void {
  void htmx().ajax('POST', href, { source: 'body', swap: 'none', values });
}

export function showSide(side: 'list' | 'ticket'): void {
  const desk = document.getElementById('desk');
  if (!desk) return;
  desk.dataset.moved = '';
  desk.dataset.view = side;
  if (matchMedia('(width < 80rem)').matches) desk.dataset.drawer = 'closed';
}

type OpenOptions = { messageId?: string; by?: OpenedBy };

export async function openTicket(uuid: string, { messageId, by = 'keys' }: OpenOptions = {}): Promise<void> {
  jumpRequest.set(messageId ? { uuid, messageId } : null);
  if (shownUuid() !== uuid) return reopenPane(uuid, by);
  cancelOpening();
  focusComposerBy(by);
  const next = { ...route.get(), uuid };
  route.set(next);
  showSide('ticket');
  await enter(deskHref(next), true);
}

export function jumpToAddressed(uuid: string): void {
  const messageId = /^#message-(\d+)$/.exec(location.hash)?.[1];
  if (messageId) jumpRequest.set({ uuid, messageId });
}

export async function reopenPane(uuid: string, by: OpenedBy = 'keys'): Promise<void> {
  const next = { ...route.get(), uuid };
  route.set(next);
  if ((await loadPane(next, by)) === 'shown' && route.get() === next) await enter(deskHref(next), true);
}

export function shownUuid(): string | null {
  return document.querySelector<HTMLElement>(`${PANE} [data-pane]`)?.dataset.pane ?? null;
}

export async function leaveTicket(): Promise<void> {
  const next = { ...route.get(), uuid: null };
  route.set(next);
  if ((await loadPane(next)) === 'shown' && route.get() === next) await retreat(deskHref(next));
}

export function showList(): void {
  showSide('list');
  const { uuid, filter } = route.get();
  if (!uuid) return;
  const next = { uuid: null, filter };
  route.set(next);
  void retreat(deskHref(next));
}

/** Filters live in the address, so that back restores them; `isNew` false replaces the current entry. */
export function changeFilter(filter: DeskFilter, isNew = true): void {
  const former = route.get();
  const next = { ...former, filter };
  if (deskHref(next) === deskHref(former)) return;
  route.set(next);
  void enter(deskHref(next), isNew && !(former.filter.search && filter.search));
}

export async function refreshHeader(uuid: string): Promise<void> {
  if (!document.getElementById('ticket-header')) return;
  const header = '#ticket-header';
  // Morphed, not replaced: the drawer keeps what is being typed and the focus.
  await htmx().ajax('GET', `/tickets/${uuid}/header`, { source: header, target: header, swap: 'outerMorph' });
}

type Kept = (uuid: string) => Promise<Response> | undefined;
let keptPane: Kept | undefined;

/** What was fetched before somebody asked for it (kept-panes.ts). */
export function keepPanes(kept: Kept | undefined): void {
  keptPane = kept;
}

/** 'failed' left the former pane as it was, 'superseded' leaves all to a later opening. */
type Loaded = 'shown' | 'failed' | 'superseded';

async function loadPane(to: DeskRoute, by: OpenedBy = 'keys'): Promise<Loaded> {
  const side = document.getElementById('desk')?.dataset.view;
  showSide(to.uuid ? 'ticket' : 'list');
  const isLatest = beginOpening(to.uuid, by);
  const former = document.querySelector(`${PANE} > *`);
  const kept = to.uuid ? keptPane?.(to.uuid) : undefined;
  const options = {
    // The pane is the source, so that its `hx-sync` lets the last of several quick clicks win.
    source: PANE,
    target: PANE,
    // With a settle time htmx gives new elements the attributes of former ones with the same id for a moment.
    swap: 'innerHTML settle:0ms',
    push: 'false',
    fetch: async (href: string, request: RequestInit) => {
      const reply = (await kept?.catch(() => undefined)) ?? (await fetch(href, request));
      const text = await reply.text();
      request.signal?.throwIfAborted();
      if (!isLatest()) throw new DOMException('superseded', 'AbortError');
      const { status, headers } = reply;
      return new Response(text, { status, headers });
    },
  };
  await htmx().ajax('GET', deskHref(to), options);
  if (!isLatest()) return 'superseded';
  endOpening();
  // A refusal that says so in the pane is shown, at its address.
  if (document.querySelector(`${PANE} > *`) !== former) return 'shown';
  route.set({ ...route.get(), uuid: shownUuid() });
  showSide(side === 'ticket' ? side : 'list');
  return 'failed';
}

export function startNavigation(): () => void {
  const restore = (event: Event) => {
    const { path } = (event as CustomEvent<{ path: string }>).detail;
    const to = parseDeskHref(path);
    if (!to || !document.querySelector(PANE)) return;
    event.preventDefault();
    const former = route.get();
    if (deskHref(to) === deskHref(former)) return;
    route.set(to);
    if (to.uuid !== former.uuid) void restorePane(to);
  };
  document.addEventListener('htmx:before:history:restore', restore);
  return () => document.removeEventListener('htmx:before:history:restore', restore);
}

async function restorePane(to: DeskRoute): Promise<void> {
  if ((await loadPane(to)) === 'failed') await enter(deskHref(route.get()), false);
}
