import {
  parseWorkspaceHref,
  type WorkspaceFilter,
  type WorkspaceRoute,
  workspaceHref,
} from '@views/parts/tickets/workspace.ts';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { htmx } from '../http/htmx.ts';
import { enter, retreat } from '../page/history-steps.ts';
import { beginOpening, cancelOpening, endOpening, focusComposerBy, type OpenedBy } from './opening.ts';
import { createStore } from './store.ts';

const PANE = '#workspace-pane';

export const route = createStore<WorkspaceRoute>({
  uuid: null,
  filter: { status: 'open', queueIds: [], showAll: false },
});

export const focusRequest = createStore<{ ticketId: number; count: number }>({ ticketId: 0, count: 0 });

export function focusComposer(ticketId: number): void {
  focusRequest.set({ ticketId, count: focusRequest.get().count + 1 });
}

export const jumpRequest = createStore<{ uuid: string; messageId: string } | null>(null);

const opening = new Set<string>();

export async function openDialog(href: string): Promise<void> {
  if (opening.has(href)) return;
  opening.add(href);
  try {
    await htmx().ajax('GET', href, { source: 'body', target: '#dialogs', swap: 'beforeend' });
  } finally {
    opening.delete(href);
  }
}

export function sendForm(
  href: string,
  values: Record<string, string | number>,
  method: 'POST' | 'PUT' = 'POST',
): void {
  void htmx().ajax(method, href, { source: 'body', swap: 'none', values });
}

export function showSide(side: 'list' | 'ticket'): void {
  const workspace = document.getElementById('workspace');
  if (!workspace) return;
  workspace.dataset.moved = '';
  workspace.dataset.view = side;
  workspace.closest('.shell')?.setAttribute('data-view', side);
  if (matchMedia('(width < 80rem)').matches) workspace.dataset.drawer = 'closed';
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
  await enter(workspaceHref(next), true);
}

export function jumpToAddressed(uuid: string): void {
  const messageId = /^#message-(\d+)$/.exec(location.hash)?.[1];
  if (messageId) jumpRequest.set({ uuid, messageId });
}

export async function reopenPane(uuid: string, by: OpenedBy = 'keys'): Promise<void> {
  const next = { ...route.get(), uuid };
  route.set(next);
  if ((await loadPane(next, by)) === 'shown' && route.get() === next) await enter(workspaceHref(next), true);
}

export function shownUuid(): string | null {
  return document.querySelector<HTMLElement>(`${PANE} [data-pane]`)?.dataset.pane ?? null;
}

export async function leaveTicket(): Promise<void> {
  const next = { ...route.get(), uuid: null };
  route.set(next);
  if ((await loadPane(next)) === 'shown' && route.get() === next) await retreat(workspaceHref(next));
}

export function showList(): void {
  showSide('list');
  const { uuid, filter } = route.get();
  if (!uuid) return;
  const next = { uuid: null, filter };
  route.set(next);
  void retreat(workspaceHref(next));
}

/** Filters are in the address, so that Back restores them; `isNew` false replaces the current entry. */
export function changeFilter(filter: WorkspaceFilter, isNew = true): void {
  const former = route.get();
  const next = { ...former, filter };
  if (workspaceHref(next) === workspaceHref(former)) return;
  route.set(next);
  void enter(workspaceHref(next), isNew && !(former.filter.search && filter.search));
}

const MAX_CHANGED = 20;

/** The last state of tickets that changed since their pane or header was last asked for. */
const changed = new Map<string, string>();

let published: TicketView | undefined;

/** The ticket as it was last published since its pane was asked for. */
export const publishedTicket = (ticketId: number) => (published?.id === ticketId ? published : undefined);

/** A pane or header that is on its way may have been rendered before the change: it is compared when it comes. */
export function noteChange(ticket: TicketView, state: string): void {
  const { uuid } = ticket;
  if (uuid !== route.get().uuid && uuid !== shownUuid()) return;
  published = ticket;
  changed.set(uuid, state);
  const [oldest] = changed.keys();
  if (changed.size > MAX_CHANGED && oldest) changed.delete(oldest);
}

async function refreshStale(uuid: string): Promise<void> {
  const state = changed.get(uuid);
  const shown = document.getElementById('ticket-header')?.dataset.state;
  if (state !== undefined && shownUuid() === uuid && shown !== state) await refreshHeader(uuid);
}

export async function refreshHeader(uuid: string): Promise<void> {
  if (!document.getElementById('ticket-header')) return;
  changed.delete(uuid);
  const header = '#ticket-header';
  // Morphed, not replaced: the drawer keeps what is being typed and the focus.
  await htmx().ajax('GET', `/tickets/${uuid}/header`, { source: header, target: header, swap: 'outerMorph' });
  await refreshStale(uuid);
}

type PaneCache = (uuid: string) => Promise<Response> | undefined;
let cachedPane: PaneCache | undefined;

export function setPaneCache(cache: PaneCache | undefined): void {
  cachedPane = cache;
}

/** 'failed' left the former pane as it was, 'superseded' leaves everything to a later opening. */
type Loaded = 'shown' | 'failed' | 'superseded';

async function loadPane(to: WorkspaceRoute, by: OpenedBy = 'keys'): Promise<Loaded> {
  const side = document.getElementById('workspace')?.dataset.view;
  showSide(to.uuid ? 'ticket' : 'list');
  const isLatest = beginOpening(to.uuid, by);
  if (to.uuid) changed.delete(to.uuid);
  published = undefined;
  const former = document.querySelector(`${PANE} > *`);
  const cached = to.uuid ? cachedPane?.(to.uuid) : undefined;
  const options = {
    // The pane is the source, so that its `hx-sync` lets the last of several quick clicks win.
    source: PANE,
    target: PANE,
    swap: 'innerHTML',
    push: 'false',
    fetch: async (href: string, request: RequestInit) => {
      const reply = (await cached?.catch(() => undefined)) ?? (await fetch(href, request));
      const text = await reply.text();
      request.signal?.throwIfAborted();
      if (!isLatest()) throw new DOMException('superseded', 'AbortError');
      const { status, headers } = reply;
      return new Response(text, { status, headers });
    },
  };
  await htmx().ajax('GET', workspaceHref(to), options);
  if (!isLatest()) return 'superseded';
  endOpening();
  if (document.querySelector(`${PANE} > *`) !== former) {
    if (to.uuid) void refreshStale(to.uuid);
    return 'shown';
  }
  route.set({ ...route.get(), uuid: shownUuid() });
  showSide(side === 'ticket' ? side : 'list');
  return 'failed';
}

export function startNavigation(): () => void {
  const restore = (event: Event) => {
    const { path } = (event as CustomEvent<{ path: string }>).detail;
    const to = parseWorkspaceHref(path);
    if (!to || !document.querySelector(PANE)) return;
    event.preventDefault();
    const former = route.get();
    if (workspaceHref(to) === workspaceHref(former)) return;
    route.set(to);
    if (to.uuid !== former.uuid) void restorePane(to);
  };
  document.addEventListener('htmx:before:history:restore', restore);
  return () => document.removeEventListener('htmx:before:history:restore', restore);
}

async function restorePane(to: WorkspaceRoute): Promise<void> {
  if ((await loadPane(to)) === 'failed') await enter(workspaceHref(route.get()), false);
}
