import { belongsTo, type DeskFilter } from '@views/parts/tickets/desk.ts';
import type { TicketCounts, TicketPage, TicketStatus, TicketView } from '@/modules/tickets/tickets.schema.ts';
import type { LiveTicket } from '../desk/desk-api.ts';

export type TabState = { isLoaded: boolean; hasMore: boolean; cursor: string | null; error: boolean };

export type ListState = {
  meId: number;
  filter: DeskFilter;
  tickets: ReadonlyMap<number, TicketView>;
  tabs: Record<TicketStatus, TabState>;
  counts: TicketCounts;
  /** A ticket changed of which it is not known whether it was counted: ask again. */
  areCountsStale: boolean;
  /** Rises with every live batch; what a slower answer of the server must not undo is newer than its start. */
  clock: number;
  touched: ReadonlyMap<number, number>;
};

export type ListAction =
  | { type: 'filter'; filter: DeskFilter }
  | { type: 'page'; status: TicketStatus; page: TicketPage; isFirst: boolean; since: number }
  | { type: 'failed'; status: TicketStatus }
  | { type: 'live'; events: LiveTicket[] }
  | { type: 'counts'; counts: TicketCounts };

const NOTHING: TabState = { isLoaded: false, hasMore: false, cursor: null, error: false };

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
    tabs: { open: NOTHING, pending: NOTHING, closed: NOTHING, [filter.status]: tabAfter(page) },
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
      return withTab(state, action.status, { ...state.tabs[action.status], error: true });
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
    .filter((ticket) => belongsTo(state.filter, state.meId, ticket))
    .sort((a, b) => (timeOf(a) === timeOf(b) ? b.id - a.id : timeOf(a) < timeOf(b) ? 1 : -1));
}

/** `updatedAtMs,id` of the last row, as the server wants it. */
function cursorOf(tickets: TicketView[]): string | null {
  const last = tickets.at(-1);
  return last ? `${Date.parse(last.updatedAt)},${last.id}` : null;
}

function tabAfter(page: TicketPage): TabState {
  return { isLoaded: true, hasMore: page.hasMore, cursor: cursorOf(page.tickets), error: false };
}

function withTab(state: ListState, status: TicketStatus, tab: TabState): ListState {
  return { ...state, tabs: { ...state.tabs, [status]: tab } };
}

function withFilter(state: ListState, filter: DeskFilter): ListState {
  const isSameSet =
    filter.showAll === state.filter.showAll && filter.queueIds.join() === state.filter.queueIds.join();
  if (isSameSet) return { ...state, filter };
  const tabs = { open: NOTHING, pending: NOTHING, closed: NOTHING };
  return { ...state, filter, tabs, tickets: new Map(), areCountsStale: true };
}

function withPage(
  state: ListState,
  { status, page, isFirst, since }: ListAction & { type: 'page' },
): ListState {
  const isFresh = (id: number) => (state.touched.get(id) ?? 0) > since;
  const tickets = new Map(state.tickets);
  if (isFirst) {
    for (const [id, ticket] of tickets) if (ticket.status === status && !isFresh(id)) tickets.delete(id);
  }
  for (const ticket of page.tickets) if (!isFresh(ticket.id)) tickets.set(ticket.id, ticket);
  return withTab({ ...state, tickets }, status, tabAfter(page));
}

function withEvents(state: ListState, events: LiveTicket[]): ListState {
  const tickets = new Map(state.tickets);
  const touched = new Map(state.touched);
  const counts = { ...state.counts };
  const clock = state.clock + 1;
  let { areCountsStale } = state;
  const count = (ticket: TicketView | undefined, by: 1 | -1) => {
    if (!ticket || ticket.status === 'closed') return;
    const isCounted = belongsTo({ ...state.filter, status: ticket.status }, state.meId, ticket);
    if (isCounted) counts[ticket.status] = Math.max(0, counts[ticket.status] + by);
  };

  for (const event of events) {
    const id = event.action === 'update' ? event.ticket.id : event.ticketId;
    const known = tickets.get(id);
    touched.set(id, clock);
    switch (event.action) {
      case 'update':
        if (known && known.updatedAt > event.ticket.updatedAt) break;
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
