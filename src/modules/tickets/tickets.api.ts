import { Hono } from 'hono';
import { signedIn } from '@/kernel/http/authenticate.ts';
import type { Env } from '@/kernel/http/env.ts';
import { body, idParam, query } from '@/kernel/http/validate.ts';
import { deleteTicket } from './delete-ticket.ts';
import { markTicketRead } from './read.service.ts';
import { countTickets, getTicket, getTicketByUuid, listTickets } from './tickets.queries.ts';
import { TicketFilter, TicketPatch } from './tickets.schema.ts';
import { patchTicket } from './tickets.service.ts';

export const ticketsApi = new Hono<Env>()
  .get('/tickets', signedIn, query(TicketFilter), async (c) =>
    c.json(await listTickets(c.var.scope, c.req.valid('query'))),
  )
  .get('/tickets/counts', signedIn, query(TicketFilter), async (c) =>
    c.json(await countTickets(c.var.scope, c.req.valid('query'))),
  )
  .get('/tickets/u/:uuid', signedIn, async (c) =>
    c.json(await getTicketByUuid(c.var.scope, c.req.param('uuid'))),
  )
  .get('/tickets/:id', signedIn, async (c) => c.json(await getTicket(c.var.scope, idParam(c))))
  .put('/tickets/:id', signedIn, body(TicketPatch), async (c) =>
    c.json(await patchTicket(c.var.scope, { ...c.req.valid('json'), ticketId: idParam(c) })),
  )
  .post('/tickets/:id/read', signedIn, async (c) => {
    await markTicketRead(c.var.scope, { ticketId: idParam(c) });
    return c.body(null, 204);
  })
  .delete('/tickets/:id', signedIn, async (c) => {
    await deleteTicket(c.var.scope, { ticketId: idParam(c) });
    return c.json({ message: 'ticket deleted' });
  });
