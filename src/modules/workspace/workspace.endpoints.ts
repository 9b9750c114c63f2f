import { z } from 'zod';
import { endpoint } from '@/core/http/routing/route.ts';
import { BulkInput } from '@/modules/tickets/tickets.schema.ts';
import { BulkResult, Ticket } from '@/modules/tickets/tickets.views.ts';
import { changeMany } from './bulk.service.ts';
import { listPinned, MOST_PINS, pinTicket, unpinTicket } from './pins.service.ts';

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
  endpoint('GET /me/pinned-tickets', {
    access: 'person',
    summary: 'Tickets that stand on top of the reader’s lists, the latest pinned first',
    reply: z.strictObject({ tickets: z.array(Ticket) }),
    run: (scope) => listPinned(scope),
  }),
  endpoint('PUT /me/pinned-tickets/:ticketId', {
    access: 'person',
    summary: `Pins a ticket for the reader alone; at most ${MOST_PINS}`,
    reply: Pinned,
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_TOO_MANY_PINS'],
    run: (scope, { ticketId }) => pinTicket(scope, { ticketId }),
  }),
  endpoint('DELETE /me/pinned-tickets/:ticketId', {
    access: 'person',
    summary: 'Unpins it',
    reply: Pinned,
    errors: ['ERR_NO_TICKET_FOUND'],
    run: (scope, { ticketId }) => unpinTicket(scope, { ticketId }),
  }),
];
