import { useEffect, useState } from 'react';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { live } from '../live/live.ts';
import { publishedTicket } from './navigation.ts';
import type { LiveTicket } from './workspace-api.ts';

export type TicketNow = Pick<
  TicketView,
  'id' | 'uuid' | 'status' | 'userId' | 'user' | 'queueId' | 'whatsappId' | 'protocol'
> & { contact: { name: string } };

export function useTicketNow(ticket: TicketNow): TicketNow {
  const [now, setNow] = useState(ticket);
  useEffect(() => {
    setNow((shown) => publishedTicket(ticket.id) ?? shown);
    return live.on('ticket', (data) => {
      const event = data as LiveTicket;
      if (event.action === 'update' && event.ticket.id === ticket.id) setNow(event.ticket);
    });
  }, [ticket.id]);
  return now;
}
