import { createStore, useStore } from '../../workspace/store.ts';
import type { TicketNow } from '../../workspace/use-ticket-now.ts';

const NOBODY: ReadonlySet<number> = new Set();
const shared = createStore<ReadonlySet<number>>(NOBODY);

export function useColleague(ticket: TicketNow, meId: number): { name: string } | undefined {
  const isShared = useStore(shared, NOBODY).has(ticket.id);
  const isTheirs = ticket.status === 'open' && ticket.userId !== null && ticket.userId !== meId;
  return isTheirs && !isShared ? { name: ticket.user?.name ?? '' } : undefined;
}

export function answerAnyway(ticketId: number): void {
  shared.set(new Set(shared.get()).add(ticketId));
}
