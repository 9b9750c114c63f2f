import { isBlankSearch, viewOf } from '@views/parts/tickets/workspace.ts';
import type { TicketPage, TicketView } from '@/modules/tickets/tickets.views.ts';
import { api } from '../http/api.ts';
import { countTickets, listTickets } from '../workspace/workspace-api.ts';
import { cursorOf, type ListState, rowsOf } from './list-state.ts';
import type { Dispatch } from './use-ticket-list.ts';

const MOST_PAGES_AFTER_A_GAP = 10;

export async function refetchList(state: ListState, dispatch: Dispatch): Promise<void> {
  const { filter, clock, moves, pins } = state;
  if (filter.search && isBlankSearch(filter.search)) return;
  if (pins.length > 0) {
    const pinned = await listPinned();
    dispatch({ type: 'live', events: pinned.map((ticket) => ({ action: 'update', ticket })) });
  }
  const view = viewOf(filter);
  const wanted = rowsOf(state).length;
  const tickets: TicketPage['tickets'] = [];
  let page = await listTickets(filter);
  tickets.push(...page.tickets);
  for (let pages = 1; page.hasMore && tickets.length < wanted && pages < MOST_PAGES_AFTER_A_GAP; pages += 1) {
    page = await listTickets(filter, cursorOf(filter, tickets.at(-1)));
    tickets.push(...page.tickets);
  }
  dispatch({ type: 'page', view, page: { ...page, tickets }, isFirst: true, since: clock });
  dispatch({ type: 'counts', counts: await countTickets(filter), since: moves });
}

async function listPinned(): Promise<TicketView[]> {
  return (await api.get<{ tickets: TicketView[] }>('/me/pinned-tickets')).tickets;
}
