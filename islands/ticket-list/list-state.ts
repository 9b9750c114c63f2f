import { belongsTo, type DeskFilter, type DeskView, viewOf } from '@views/parts/tickets/desk.ts';
import type { TicketCounts, TicketPage, TicketView } from '@/modules/tickets/tickets.schema.ts';
import type { LiveTicket } from '../desk/desk-api.ts';

export type TabState = { isLoaded: boolean; hasMore: boolean; cursor: string | null; error: boolean };

export type ListState = {
  meId: number;
  filter: DeskFilter;
  tickets: ReadonlyMap<number, TicketView>;
  /** Of the search: the tickets found, each with the words that were found in it. */
  found: ReadonlyMap<number, TicketView['foundMessage']>;
  tabs: Record<DeskView, TabState>;
  counts: TicketCounts;
  /** A ticket changed of which it is not known whether it was counted: ask again. */
  areCountsStale: boolean;
  /** Rises with every live batch; what a slower answer of the server must not undo is newer than its start. */
  clock: number;
  touched: ReadonlyMap<number, number>;
};

export type ListAction =
  | { type: 'filter'; filter: DeskFilter }
  | { type: 'page'; view: DeskView; page: TicketPage; isFirst: boolean; since: number }
  | { type: 'failed'; view: DeskView }
  | { type: 'live'; events: LiveTicket[] }
  | { type: 'counts'; counts: TicketCounts };

const NOTHING: TabState = { isLoaded: false, hasMore: false, cursor: null, error: false };
const NO_TABS = { open: NOTHING, pending: NOTHING, closed: NOTHING, snoozed: NOTHING, search: NOTHING };
const COUNTED = ['open', 'pending', 'snoozed'] as const;

/** The list as the server rendered it: one tab is there, the others load when first shown. */
export function initialList(
  meId: number,
  filter: DeskFilter,
  page: TicketPage,
  counts: TicketCounts,
): ListState {
  return {
    meId,
    filter,
    tickets: new Map(page.tickets.map((ticket) => [ticket.id, ticket])),
    found: new Map(filter.search ? page.tickets.map(foundIn) : []),
    tabs: { ...NO_TABS, [viewOf(filter)]: tabAfter(page) },
    counts,
    areCountsStale: false,
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
    case 'live':
      return withEvents(state, action.events);
    case 'counts':
      return { ...state, counts: action.counts, areCountsStale: false };
  }
}

/** The rows of the shown tab, newest first. `held` sorts as of another time: the row under the pointer stays. */
export function rowsOf(state: ListState, held?: { id: number; updatedAt: string }): TicketView[] {
  const timeOf = (ticket: TicketView) => (ticket.id === held?.id ? held.updatedAt : ticket.updatedAt);
  return [...state.tickets.values()]
    .filter((ticket) => isShown(state, ticket))
    .map((ticket) => (state.filter.search ? { ...ticket, foundMessage: state.found.get(ticket.id) } : ticket))
    .sort((a, b) => (timeOf(a) === timeOf(b) ? b.id - a.id : timeOf(a) < timeOf(b) ? 1 : -1));
}

function isShown(state: ListState, ticket: TicketView): boolean {
  return state.filter.search ? state.found.has(ticket.id) : belongsTo(state.filter, state.meId, ticket);
}

function foundIn({ id, foundMessage }: TicketView): [number, TicketView['foundMessage']] {
  return [id, foundMessage];
}

/** `updatedAtMs,id` of the last row, as the server wants it. */
function cursorOf(tickets: TicketView[]): string | null {
  const last = tickets.at(-1);
  return last ? `${Date.parse(last.updatedAt)},${last.id}` : null;
}

function tabAfter(page: TicketPage): TabState {
  return { isLoaded: true, hasMore: page.hasMore, cursor: cursorOf(page.tickets), error: false };
}

function withTab(state: ListState, view: DeskView, tab: TabState): ListState {
  return { ...state, tabs: { ...state.tabs, [view]: tab } };
}

function withFilter(state: ListState, filter: DeskFilter): ListState {
  const isSameSet =
    filter.showAll === state.filter.showAll && filter.queueIds.join() === state.filter.queueIds.join();
  if (!isSameSet) {
    return { ...state, filter, tabs: NO_TABS, tickets: new Map(), found: new Map(), areCountsStale: true };
  }
  const isSameSearch = JSON.stringify(filter.search) === JSON.stringify(state.filter.search);
  if (!filter.search || isSameSearch) return { ...state, filter };
  return withTab({ ...state, filter, found: new Map() }, 'search', NOTHING);
}

function withPage(
  state: ListState,
  { view, page, isFirst, since }: ListAction & { type: 'page' },
): ListState {
  const isFresh = (id: number) => (state.touched.get(id) ?? 0) > since;
  const tickets = new Map(state.tickets);
  let { found } = state;
  if (view === 'search') found = new Map([...(isFirst ? [] : found), ...page.tickets.map(foundIn)]);
  else if (isFirst) {
    const filter = {
      ...state.filter,
      status: view === 'snoozed' ? 'open' : view,
      snoozed: view === 'snoozed',
    };
    for (const [id, ticket] of tickets)
      if (!isFresh(id) && !found.has(id) && belongsTo(filter, state.meId, ticket)) tickets.delete(id);
  }
  for (const ticket of page.tickets) if (!isFresh(ticket.id)) tickets.set(ticket.id, ticket);
  return withTab({ ...state, tickets, found }, view, tabAfter(page));
}

function withEvents(state: ListState, events: LiveTicket[]): ListState {
  const tickets = new Map(state.tickets);
  const touched = new Map(state.touched);
  const counts = { ...state.counts };
  const clock = state.clock + 1;
  let { areCountsStale } = state;
  const count = (ticket: TicketView | undefined, by: 1 | -1) => {
    if (!ticket || ticket.status === 'closed') return;
    for (const place of COUNTED) {
      const filter = { ...state.filter, status: ticket.status, snoozed: place === 'snoozed' };
      const isHere = place === 'snoozed' || place === ticket.status;
      if (isHere && belongsTo(filter, state.meId, ticket)) counts[place] = Math.max(0, counts[place] + by);
    }
  };

  for (const event of events) {
    const id = event.action === 'update' ? event.ticket.id : event.ticketId;
    const known = tickets.get(id);
    touched.set(id, clock);
    switch (event.action) {
      case 'update':
        // An undo sets the time back, too.
        if (known && !event.restored && known.updatedAt > event.ticket.updatedAt) break;
        if (known) {
          count(known, -1);
          count(event.ticket, 1);
        } else areCountsStale = true;
        tickets.set(id, event.ticket);
        break;
      case 'delete':
        if (known) count(known, -1);
        else areCountsStale = true;
        tickets.delete(id);
        break;
      case 'updateUnread':
        if (known) tickets.set(id, { ...known, unreadMessages: 0 });
        break;
    }
  }
  return { ...state, tickets, touched, counts, areCountsStale, clock };
}
