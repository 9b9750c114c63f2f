import { live } from '../live/live.ts';
import { attached, recordings } from '../workspace/drafts.ts';
import type { LiveTicket } from '../workspace/workspace-api.ts';

/** The browser asks before a page with files or a recording is left, if the reader still sees their ticket. */
export function watchLoss(): () => void {
  const unseen = new Set<number>();
  const waiting = () => [...attached.get().keys(), ...recordings.get().keys()];
  const ask = (event: BeforeUnloadEvent) => {
    if (waiting().some((ticketId) => !unseen.has(ticketId))) event.preventDefault();
  };
  // The files stay: a ticket that was deleted or transferred may return.
  const stop = live.on('ticket', (data) => {
    const event = data as LiveTicket;
    if (event.action === 'update') unseen.delete(event.ticket.id);
    else if (event.action === 'delete' && waiting().includes(event.ticketId)) unseen.add(event.ticketId);
  });
  addEventListener('beforeunload', ask);
  return () => {
    stop();
    removeEventListener('beforeunload', ask);
  };
}
