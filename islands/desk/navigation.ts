import { type DeskFilter, type DeskRoute, deskHref, parseDeskHref } from '@views/parts/tickets/desk.ts';
import type { default as Htmx } from 'htmx.org';
import { enter, retreat } from '../steps.ts';
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

/** On narrow screens one of the two is seen, and the drawer lies over the conversation that it belongs to. */
export function showSide(side: 'list' | 'ticket'): void {
  const desk = document.getElementById('desk');
  if (!desk) return;
  desk.dataset.view = side;
  if (matchMedia('(width < 80rem)').matches) desk.dataset.drawer = 'closed';
}

/** Puts a ticket into the pane, at a message if one is named, and its address into the bar; the list stays as it is. */
export async function openTicket(uuid: string, messageId?: string): Promise<void> {
  jumpRequest.set(messageId ? { uuid, messageId } : null);
  if (shownUuid() !== uuid) return reopenPane(uuid);
  const next = { ...route.get(), uuid };
  route.set(next);
  showSide('ticket');
  await enter(deskHref(next), true);
}

/** An address may name a message of the ticket it opens (`#message-12`): a hit of a search in a new tab. */
export function jumpToAddressed(uuid: string): void {
  const messageId = /^#message-(\d+)$/.exec(location.hash)?.[1];
  if (messageId) jumpRequest.set({ uuid, messageId });
}

/** As openTicket, and anew when it is there already: after its state has changed hands. */
export async function reopenPane(uuid: string): Promise<void> {
  const next = { ...route.get(), uuid };
  route.set(next);
  await loadPane(next);
  if (route.get() !== next) return;
  if (shownUuid() === uuid) await enter(deskHref(next), true);
  // Refused, or no network (told as a toast): the list marks what is still there.
  else route.set({ ...next, uuid: shownUuid() });
}

export function shownUuid(): string | null {
  return document.querySelector<HTMLElement>(`${PANE} [data-pane]`)?.dataset.pane ?? null;
}

/** Back to the welcome page: after resolving, or when the ticket is gone. */
export async function leaveTicket(): Promise<void> {
  const next = { ...route.get(), uuid: null };
  route.set(next);
  await loadPane(next);
  if (route.get() === next) await retreat(deskHref(next));
}

/** To the list, on a screen that shows one of the two; the conversation waits behind it. */
export function showList(): void {
  showSide('list');
  const { uuid, filter } = route.get();
  if (!uuid) return;
  const next = { uuid: null, filter };
  route.set(next);
  void retreat(deskHref(next));
}

/** Filters live in the address, so that back leads to the former ones; `isNew` false: in place of the former. */
export function changeFilter(filter: DeskFilter, isNew = true): void {
  const former = route.get();
  const next = { ...former, filter };
  if (deskHref(next) === deskHref(former)) return;
  route.set(next);
  // Each word typed is no place of its own to go back to.
  void enter(deskHref(next), isNew && !(former.filter.search && filter.search));
}

/** The pane's head again, after its ticket has changed. */
export async function refreshHeader(uuid: string): Promise<void> {
  if (!document.getElementById('ticket-header')) return;
  const header = '#ticket-header';
  // Merged, not replaced: what is being typed in the drawer stays, and so does the focus.
  await htmx().ajax('GET', `/tickets/${uuid}/header`, { source: header, target: header, swap: 'outerMorph' });
}

async function loadPane(to: DeskRoute): Promise<void> {
  showSide(to.uuid ? 'ticket' : 'list');
  const pane = document.querySelector(PANE);
  pane?.setAttribute('aria-busy', 'true');
  // From the pane itself: its `hx-sync` lets the last of several quick clicks win.
  await htmx().ajax('GET', deskHref(to), { source: PANE, target: PANE, swap: 'innerHTML', push: 'false' });
  if (route.get() === to) pane?.removeAttribute('aria-busy');
}

/** Back and forward within the desk change the pane and the filter, and leave the list alive. Returns what stops it. */
export function startNavigation(): () => void {
  const restore = (event: Event) => {
    const { path } = (event as CustomEvent<{ path: string }>).detail;
    const to = parseDeskHref(path);
    if (!to || !document.querySelector(PANE)) return;
    event.preventDefault();
    const former = route.get();
    if (deskHref(to) === deskHref(former)) return;
    route.set(to);
    if (to.uuid !== former.uuid) void loadPane(to);
  };
  document.addEventListener('htmx:before:history:restore', restore);
  return () => document.removeEventListener('htmx:before:history:restore', restore);
}
