import {
  belongsTo,
  filterFor,
  viewOf,
  type WorkspaceFilter,
  type WorkspaceView,
} from '@views/parts/tickets/workspace.ts';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import type { TicketCounts, TicketPage, TicketView } from '@/modules/tickets/tickets.views.ts';
import { touch } from '../workspace/touched.ts';
import type { LiveTicket } from '../workspace/workspace-api.ts';

export type TabState = { isLoaded: boolean; hasMore: boolean; last: Held | null; error: boolean };

export type ListState = {
  meId: number;
  filter: WorkspaceFilter;
  pins: readonly number[];
  tickets: ReadonlyMap<number, TicketView>;
  found: ReadonlyMap<number, TicketView['foundMessage']>;
  tabs: Record<WorkspaceView, TabState>;
  counts: TicketCounts;
  areCountsStale: boolean;
  /** Incremented by every event that changes a count; a count requested before is requested again. */
  moves: number;
  counted: number;
  /** Rises with every live batch. A server answer must not undo changes that are newer than its request. */
  clock: number;
  touched: ReadonlyMap<number, number>;
};

export type ListAction =
  | { type: 'filter'; filter: WorkspaceFilter }
  | { type: 'page'; view: WorkspaceView; page: TicketPage; isFirst: boolean; since: number }
  | { type: 'failed' | 'retry'; view: WorkspaceView }
  | { type: 'missed' }
  | { type: 'live'; events: LiveTicket[] }
  | { type: 'counts'; counts: TicketCounts; since: number }
  | { type: 'pins'; pins: number[] };

const NOTHING: TabState = { isLoaded: false, hasMore: false, last: null, error: false };
const NO_TABS = {
  open: NOTHING,
  team: NOTHING,
  pending: NOTHING,
  closed: NOTHING,
  snoozed: NOTHING,
  search: NOTHING,
};
const COUNTED = ['open', 'team', 'pending', 'snoozed'] as const;

export function initialList(
  meId: number,
  filter: WorkspaceFilter,
  page: TicketPage,
  counts: TicketCounts,
  pins: TicketView[] = [],
): ListState {
  return {
    meId,
    filter,
    pins: pins.map(({ id }) => id),
    tickets: new Map([...pins, ...page.tickets].map((ticket) => [ticket.id, ticket])),
    found: new Map(filter.search ? page.tickets.map(foundIn) : []),
    tabs: { ...NO_TABS, [viewOf(filter)]: tabAfter(page) },
    counts,
    areCountsStale: false,
    moves: 0,
    counted: 0,
    clock: 0,
    touched: new Map(),
  };
}

export function reduceList(state: ListState, action: ListAction): ListState {
  switch (action.type) {
    case 'filter':
      return withFilter(state, action.filter);
    case 'page':
      return withPage(state, action);
    case 'failed':
      return withTab(state, action.view, { ...state.tabs[action.view], error: true });
    case 'retry':
      return withTab(state, action.view, { ...state.tabs[action.view], error: false });
    case 'live':
      return withEvents(state, action.events);
    case 'missed': {
      const view = viewOf(state.filter);
      return { ...state, areCountsStale: true, tabs: { ...NO_TABS, [view]: state.tabs[view] } };
    }
    case 'pins':
      return { ...state, pins: action.pins };
    case 'counts':
      return {
        ...state,
        counts: action.counts,
        counted: state.counted + 1,
        areCountsStale: action.since !== state.moves,
      };
  }
}

export type Held = Pick<TicketView, 'id' | 'updatedAt' | 'waitingSince'>;

/** `held` sorts one ticket by its former values, so that the row under the pointer stays. */
export function rowsOf(state: ListState, held?: Held): TicketView[] {
  const { filter, found, pins, tabs } = state;
  const isPinned = ({ id }: TicketView) => !filter.search && pins.includes(id);
  const { hasMore, last } = tabs[viewOf(filter)];
  const currentOf = (ticket: TicketView) => (ticket.id === held?.id ? held : ticket);
  return [...state.tickets.values()]
    .filter((ticket) => isShown(state, ticket))
    .filter(
      (ticket) => isPinned(ticket) || !(hasMore && last) || compare(filter, currentOf(ticket), last) <= 0,
    )
    .map((ticket) => (filter.search ? { ...ticket, foundMessage: found.get(ticket.id) } : ticket))
    .sort((a, b) => +isPinned(b) - +isPinned(a) || compare(filter, currentOf(a), currentOf(b)));
}

export function withLastMessage(
  ticket: TicketView,
  { body, mediaType, ack, error }: MessageView,
): TicketView {
  const last = { lastMessage: body, lastMessageType: mediaType, lastMessageAck: ack };
  return { ...ticket, ...last, lastMessageFailed: error !== null, fromMe: true };
}

function compare(filter: WorkspaceFilter, a: Held, b: Held): number {
  const [one, other] = [timeOf(filter, a), timeOf(filter, b)];
  const later = one === other ? a.id - b.id : one < other ? -1 : 1;
  return viewOf(filter) === 'pending' && !filter.sort ? later : -later;
}

function timeOf(filter: WorkspaceFilter, { updatedAt, waitingSince }: Held): string {
  return (viewOf(filter) === 'pending' && waitingSince) || updatedAt;
}

function isShown(state: ListState, ticket: TicketView): boolean {
  return state.filter.search ? state.found.has(ticket.id) : belongsTo(state.filter, state.meId, ticket);
}

function foundIn({ id, foundMessage }: TicketView): [number, TicketView['foundMessage']] {
  return [id, foundMessage];
}

/** `timeMs,id` of the last row: the server's paging cursor. */
export function cursorOf(filter: WorkspaceFilter, last: Held | null | undefined): string | undefined {
  return last ? `${Date.parse(timeOf(filter, last))},${last.id}` : undefined;
}

function tabAfter({ hasMore, tickets }: TicketPage): TabState {
  return { isLoaded: true, hasMore, last: tickets.at(-1) ?? null, error: false };
}

function withTab(state: ListState, view: WorkspaceView, tab: TabState): ListState {
  return { ...state, tabs: { ...state.tabs, [view]: tab } };
}

function withFilter(state: ListState, filter: WorkspaceFilter): ListState {
  const isSameSet =
    filter.showAll === state.filter.showAll &&
    filter.queueIds.join() === state.filter.queueIds.join() &&
    filter.whatsappIds?.join() === state.filter.whatsappIds?.join() &&
    filter.noQueue === state.filter.noQueue;
  if (!isSameSet) {
    return {
      ...state,
      filter,
      tabs: NO_TABS,
      tickets: pinnedOf(state),
      found: new Map(),
      areCountsStale: true,
    };
  }
  if (filter.sort !== state.filter.sort) return withTab({ ...state, filter }, 'pending', NOTHING);
  const isSameSearch = JSON.stringify(filter.search) === JSON.stringify(state.filter.search);
  if (!filter.search || isSameSearch) return { ...state, filter };
  return withTab({ ...state, filter, found: new Map() }, 'search', NOTHING);
}

function pinnedOf({ pins, tickets }: ListState): ListState['tickets'] {
  return new Map([...tickets].filter(([id]) => pins.includes(id)));
}

function withPage(
  state: ListState,
  { view, page, isFirst, since }: ListAction & { type: 'page' },
): ListState {
  const isFresh = (id: number) => (state.touched.get(id) ?? 0) > since;
  const tickets = new Map(state.tickets);
  const filter = filterFor(view, state.filter);
  let { found } = state;
  if (view === 'search') found = new Map([...(isFirst ? [] : found), ...page.tickets.map(foundIn)]);
  else if (isFirst) {
    for (const [id, ticket] of tickets)
      if (!isFresh(id) && !found.has(id) && !state.pins.includes(id) && belongsTo(filter, state.meId, ticket))
        tickets.delete(id);
  }
  for (const ticket of page.tickets) if (!isFresh(ticket.id)) tickets.set(ticket.id, ticket);
  return withTab({ ...state, tickets, found }, view, tabAfter(page));
}

function withEvents(state: ListState, events: LiveTicket[]): ListState {
  const tickets = new Map(state.tickets);
  const touched = new Map(state.touched);
  const counts = { ...state.counts };
  const clock = state.clock + 1;
  let { areCountsStale, moves } = state;
  const count = (ticket: TicketView | undefined, by: 1 | -1) => {
    if (!ticket || ticket.status === 'closed') return;
    for (const status of COUNTED) {
      if (status === 'pending' && ticket.withBot) continue;
      if (belongsTo(filterFor(status, state.filter), state.meId, ticket))
        counts[status] = Math.max(0, counts[status] + by);
    }
  };

  for (const event of events) {
    const id = event.action === 'update' ? event.ticket.id : event.ticketId;
    const known = tickets.get(id);
    touch(touched, id, clock);
    switch (event.action) {
      case 'update':
        // An undo may set the time back.
        if (known && !event.restored && known.updatedAt > event.ticket.updatedAt) break;
        if (known) {
          const before = COUNTED.map((position) => counts[position]).join();
          count(known, -1);
          count(event.ticket, 1);
          if (COUNTED.map((position) => counts[position]).join() !== before) moves += 1;
        } else {
          areCountsStale = true;
          moves += 1;
        }
        tickets.set(id, event.ticket);
        break;
      case 'delete':
        if (known) count(known, -1);
        else areCountsStale = true;
        moves += 1;
        tickets.delete(id);
        break;
      case 'updateUnread':
        if (known) tickets.set(id, { ...known, unreadMessages: 0 });
        break;
    }
  }
  return { ...state, tickets, touched, counts, areCountsStale, moves, clock };
}
