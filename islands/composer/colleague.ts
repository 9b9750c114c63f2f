import { createStore, useStore } from '../desk/store.ts';
import type { TicketNow } from '../desk/use-ticket-now.ts';

const NOBODY: ReadonlySet<number> = new Set();
/** Tickets of colleagues that the reader wants to answer in nevertheless, for as long as this page lives. */
const shared = createStore<ReadonlySet<number>>(NOBODY);

/** Whose open ticket it is when it is a colleague's and the reader has not yet decided to answer in it. */
export function useColleague(ticket: TicketNow, meId: number): { name: string } | undefined {
  const isShared = useStore(shared, NOBODY).has(ticket.id);
  const isTheirs = ticket.status === 'open' && ticket.userId !== null && ticket.userId !== meId;
  return isTheirs && !isShared ? { name: ticket.user?.name ?? '' } : undefined;
}

/** From now on the reader answers in it, beside its agent. */
export function answerAnyway(ticketId: number): void {
  shared.set(new Set(shared.get()).add(ticketId));
}
