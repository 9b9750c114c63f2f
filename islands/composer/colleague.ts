import { createStore, useStore } from '../desk/store.ts';
import type { TicketNow } from '../desk/use-ticket-now.ts';

const NOBODY: ReadonlySet<number> = new Set();
const shared = createStore<ReadonlySet<number>>(NOBODY);

/** Undefined when the ticket is not a colleague's, or when the reader has chosen to answer in it. */
export function useColleague(ticket: TicketNow, meId: number): { name: string } | undefined {
  const isShared = useStore(shared, NOBODY).has(ticket.id);
  const isTheirs = ticket.status === 'open' && ticket.userId !== null && ticket.userId !== meId;
  return isTheirs && !isShared ? { name: ticket.user?.name ?? '' } : undefined;
}

export function answerAnyway(ticketId: number): void {
  shared.set(new Set(shared.get()).add(ticketId));
}
