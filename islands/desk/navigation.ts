import { type DeskFilter, type DeskRoute, deskHref, parseDeskHref } from '@views/parts/tickets/desk.ts';
import type { default as Htmx } from 'htmx.org';
import { createStore } from './store.ts';

const PANE = '#desk-pane';

/** The client entry has loaded it; the server, which renders islands too, has none. */
const htmx = () => (window as unknown as { htmx: typeof Htmx }).htmx;

/** Where the reader is; the list and the address follow it. Set by the list when it comes to life. */
export const route = createStore<DeskRoute>({
  uuid: null,
  filter: { status: 'open', queueIds: [], showAll: false },
});

/** Asks the composer for the cursor: the ticket's id, and a count so that the same ticket may be asked for again. */
export const focusRequest = createStore<{ ticketId: number; count: number }>({ ticketId: 0, count: 0 });

export function focusComposer(ticketId: number): void {
  focusRequest.set({ ticketId, count: focusRequest.get().count + 1 });
}

/** Asks a conversation to show one of its messages, also before it is in the pane; it takes the request away. */
export const jumpRequest = createStore<{ uuid: string; messageId: string } | null>(null);

/** Has the server's dialog shown (islands/dialog.ts). */
export function openDialog(href: string): void {
  void htmx().ajax('GET', href, { source: 'body', target: '#dialogs', swap: 'beforeend' });
}

/** Posts what a form of the server's would; its answer is a toast. */
export function sendForm(href: string, values: Record<string, string>): void {
  void htmx().ajax('POST', href, { source: 'body', swap: 'none', values });
}

/** On narrow screens one of the two is seen. */
export function showSide(side: 'list' | 'ticket'): void {
  const desk = document.getElementById('desk');
  if (desk) desk.dataset.view = side;
}

/** Puts a ticket into the pane, at a message if one is named, and its address into the bar; the list stays as it is. */
export async function openTicket(uuid: string, messageId?: string): Promise<void> {
  jumpRequest.set(messageId ? { uuid, messageId } : null);
  if (isShown(uuid)) return showSide('ticket');
  const next = { ...route.get(), uuid };
  route.set(next);
  await loadPane(next, true);
  // Refused, or no network (told as a toast): the list marks what is still there.
  if (route.get() === next && !isShown(uuid)) route.set({ ...next, uuid: shownUuid() });
}

/** An address may name a message of the ticket it opens (`#message-12`): a hit of a search in a new tab. */
export function jumpToAddressed(uuid: string): void {
  const messageId = /^#message-(\d+)$/.exec(location.hash)?.[1];
  if (messageId) jumpRequest.set({ uuid, messageId });
}

/** As openTicket, and anew when it is there already: after its state has changed hands. */
export async function reopenPane(uuid: string): Promise<void> {
  if (isShown(uuid)) await loadPane(route.get(), false);
  else await openTicket(uuid);
}

function shownUuid(): string | null {
  return document.querySelector<HTMLElement>(`${PANE} [data-pane]`)?.dataset.pane ?? null;
}

function isShown(uuid: string): boolean {
  return shownUuid() === uuid;
}

/** Back to the welcome page: after resolving, or when the ticket is gone. */
export async function leaveTicket(): Promise<void> {
  const next = { ...route.get(), uuid: null };
  route.set(next);
  await loadPane(next, true);
}

/** Filters live in the address, so that back leads to the former ones. */
export function changeFilter(filter: DeskFilter): void {
  const former = route.get();
  const next = { ...former, filter };
  if (deskHref(next) === deskHref(former)) return;
  route.set(next);
  // Each word typed is no place of its own to go back to.
  if (former.filter.search && filter.search) {
    history.replaceState(history.state, '', deskHref(next));
    return;
  }
  // htmx only restores entries that bear its mark.
  if (!history.state?.htmx) history.replaceState({ htmx: true }, '', location.href);
  history.pushState({ htmx: true }, '', deskHref(next));
}

/** The pane's head again, after its ticket has changed. */
export async function refreshHeader(uuid: string): Promise<void> {
  if (!document.getElementById('ticket-header')) return;
  const header = '#ticket-header';
  // Merged, not replaced: what is being typed in the drawer stays, and so does the focus.
  await htmx().ajax('GET', `/tickets/${uuid}/header`, { source: header, target: header, swap: 'outerMorph' });
}

async function loadPane(to: DeskRoute, push: boolean): Promise<void> {
  const href = deskHref(to);
  showSide(to.uuid ? 'ticket' : 'list');
  const pane = document.querySelector(PANE);
  pane?.setAttribute('aria-busy', 'true');
  // From the pane itself: its `hx-sync` lets the last of several quick clicks win.
  await htmx().ajax('GET', href, {
    source: PANE,
    target: PANE,
    swap: 'innerHTML',
    push: push ? href : 'false',
  });
  if (route.get() === to) pane?.removeAttribute('aria-busy');
}

/** Back and forward within the desk change the pane and the filter, and leave the list alive. Returns what stops it. */
export function startNavigation(): () => void {
  const restore = (event: Event) => {
    const { path } = (event as CustomEvent<{ path: string }>).detail;
    const to = parseDeskHref(path);
    if (!to || !document.querySelector(PANE)) return;
    event.preventDefault();
    const hasMoved = to.uuid !== route.get().uuid;
    route.set(to);
    if (hasMoved) void loadPane(to, false);
  };
  document.addEventListener('htmx:before:history:restore', restore);
  return () => document.removeEventListener('htmx:before:history:restore', restore);
}
