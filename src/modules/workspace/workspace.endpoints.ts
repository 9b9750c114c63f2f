import { z } from 'zod';
import { endpoint } from '@/core/http/routing/route.ts';
import { BulkInput } from '@/modules/tickets/tickets.schema.ts';
import { BulkResult, Ticket, TicketTargets } from '@/modules/tickets/tickets.views.ts';
import { changeMany } from './bulk.service.ts';
import { listPinned, MAX_PINS, pinTicket, unpinTicket } from './pins.service.ts';
import { listTicketTargets } from './ticket-targets.queries.ts';

const Pinned = z.strictObject({ pinned: z.array(z.number().int()) });

export const workspaceEndpoints = [
  endpoint('POST /tickets/bulk', {
    access: 'person',
    summary: 'One action on many tickets; what cannot be done is skipped with its code',
    body: BulkInput,
    reply: BulkResult,
    example: ({ ticketId }) => ({ body: { action: 'close', ids: [ticketId] } }),
    run: (scope, { body }) => changeMany(scope, body),
  }),
  endpoint('GET /tickets/u/:uuid/targets', {
    access: 'reader',
    summary: 'Queues and colleagues that may get the ticket, and tags that it lacks',
    reply: TicketTargets,
    errors: ['ERR_NO_TICKET_FOUND'],
    run: (scope, { uuid }) => listTicketTargets(scope, uuid),
  }),
  endpoint('GET /me/pinned-tickets', {
    access: 'person',
    summary: 'Tickets that stand on top of the reader’s lists, the latest pinned first',
    reply: z.strictObject({ tickets: z.array(Ticket) }),
    run: (scope) => listPinned(scope),
  }),
  endpoint('PUT /me/pinned-tickets/:ticketId', {
    access: 'person',
    summary: `Pins a ticket for the reader alone; at most ${MAX_PINS}`,
    reply: Pinned,
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_TOO_MANY_PINS'],
    run: (scope, { ticketId }) => pinTicket(scope, { ticketId }),
  }),
  endpoint('DELETE /me/pinned-tickets/:ticketId', {
    access: 'person',
    summary: 'Unpins a ticket',
    reply: Pinned,
    errors: ['ERR_NO_TICKET_FOUND'],
    run: (scope, { ticketId }) => unpinTicket(scope, { ticketId }),
  }),
];
