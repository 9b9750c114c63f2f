import type { TicketPage, TicketView } from '@/modules/tickets/tickets.views.ts';
import { api } from '../http/api.ts';
import { listTickets } from '../workspace/workspace-api.ts';
import { cursorOf, type ListState, rowsOf } from './list-state.ts';
import type { Dispatch } from './use-ticket-list.ts';

const MAX_PAGES_AFTER_A_GAP = 10;

export async function refetchList(
  dispatch: Dispatch,
  state: ListState,
  signal: AbortSignal,
): Promise<TicketPage> {
  const { filter, pins } = state;
  if (pins.length > 0) {
    const pinned = await listPinned();
    dispatch({ type: 'live', events: pinned.map((ticket) => ({ action: 'update', ticket })) });
  }
  const wanted = rowsOf(state).length;
  let page = await listTickets(filter, undefined, signal);
  const tickets = [...page.tickets];
  for (let pages = 1; page.hasMore && tickets.length < wanted && pages < MAX_PAGES_AFTER_A_GAP; pages += 1) {
    page = await listTickets(filter, cursorOf(filter, tickets.at(-1)), signal);
    tickets.push(...page.tickets);
  }
  return { ...page, tickets };
}

async function listPinned(): Promise<TicketView[]> {
  return (await api.get<{ tickets: TicketView[] }>('/me/pinned-tickets')).tickets;
}
