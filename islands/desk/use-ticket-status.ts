import { useEffect, useState } from 'react';
import type { TicketDetail } from '@/modules/tickets/tickets.schema.ts';
import { live } from '../live.ts';
import type { LiveTicket } from './desk-api.ts';

/** The ticket's state as it is now, whoever changed it. */
export function useTicketStatus(ticket: Pick<TicketDetail, 'id' | 'status'>): TicketDetail['status'] {
  const [status, setStatus] = useState(ticket.status);
  useEffect(
    () =>
      live.on('ticket', (data) => {
        const event = data as LiveTicket;
        if (event.action === 'update' && event.ticket.id === ticket.id) setStatus(event.ticket.status);
      }),
    [ticket.id],
  );
  return status;
}
