import { endpoint } from '@/kernel/http/route.ts';
import { BulkInput } from '@/modules/tickets/tickets.schema.ts';
import { BulkResult } from '@/modules/tickets/tickets.views.ts';
import { changeMany } from './bulk.service.ts';

export const deskEndpoints = [
  endpoint('POST /tickets/bulk', {
    access: 'person',
    summary: 'One action on many tickets; what cannot be done is skipped with its code',
    body: BulkInput,
    reply: BulkResult,
    example: ({ ticketId }) => ({ body: { action: 'close', ids: [ticketId] } }),
    run: (scope, { body }) => changeMany(scope, body),
  }),
];
