import { Hono } from 'hono';
import { signedIn } from '@/kernel/http/authenticate.ts';
import type { Env } from '@/kernel/http/env.ts';
import { body, idParam, query } from '@/kernel/http/validate.ts';
import { changeMany } from './bulk.service.ts';
import { deleteTicket } from './delete-ticket.ts';
import { openTicket } from './open-ticket.ts';
import { listQuickAnswers } from './quick-answers.queries.ts';
import { markTicketRead, markTicketUnread } from './read.service.ts';
import { snoozeTicket } from './snooze.service.ts';
import { listAudit, listTicketEvents } from './ticket-events.queries.ts';
import { patchWithUndo } from './ticket-undo.ts';
import { countTickets, getTicket, getTicketByUuid, listTickets } from './tickets.queries.ts';
import {
  AuditFilter,
  BulkInput,
  NewTicket,
  SnoozeInput,
  TicketFilter,
  TicketPatch,
  type TicketView,
} from './tickets.schema.ts';
import { patchTicket } from './tickets.service.ts';

/** Our own desk asks for it; existing clients have no button for a token. */
const OFFER_UNDO = 'X-Offer-Undo';
const UNDO_TOKEN = 'X-Undo-Token';

export const ticketsApi = new Hono<Env>()
  .get('/tickets', signedIn, query(TicketFilter), async (c) =>
    c.json(await listTickets(c.var.scope, c.req.valid('query'))),
  )
  .post('/tickets', signedIn, body(NewTicket), async (c) => {
    const { ticket, existing } = await openTicket(c.var.scope, c.req.valid('json'));
    return ticket ? c.json(ticket) : c.json(heldBody(existing), 409);
  })
  .get('/tickets/counts', signedIn, query(TicketFilter), async (c) =>
    c.json(await countTickets(c.var.scope, c.req.valid('query'))),
  )
  .post('/tickets/bulk', signedIn, body(BulkInput), async (c) =>
    c.json(await changeMany(c.var.scope, c.req.valid('json'))),
  )
  .get('/tickets/u/:uuid', signedIn, async (c) =>
    c.json(await getTicketByUuid(c.var.scope, c.req.param('uuid'))),
  )
  .get('/tickets/:id', signedIn, async (c) => c.json(await getTicket(c.var.scope, idParam(c))))
  .put('/tickets/:id', signedIn, body(TicketPatch), async (c) => {
    const input = { ...c.req.valid('json'), ticketId: idParam(c) };
    if (!c.req.header(OFFER_UNDO)) return c.json(await patchTicket(c.var.scope, input));
    const { ticket, undo } = await patchWithUndo(c.var.scope, input);
    c.header(UNDO_TOKEN, undo);
    return c.json(ticket);
  })
  .post('/tickets/:id/read', signedIn, async (c) => {
    await markTicketRead(c.var.scope, { ticketId: idParam(c) });
    return c.body(null, 204);
  })
  .post('/tickets/:id/unread', signedIn, async (c) => {
    await markTicketUnread(c.var.scope, { ticketId: idParam(c) });
    return c.body(null, 204);
  })
  .post('/tickets/:id/snooze', signedIn, body(SnoozeInput), async (c) => {
    const { until } = c.req.valid('json');
    return c.json(
      await snoozeTicket(c.var.scope, { ticketId: idParam(c), until: until ? new Date(until) : null }),
    );
  })
  .get('/tickets/:id/events', signedIn, async (c) => {
    const { id } = await getTicket(c.var.scope, idParam(c));
    return c.json({ events: await listTicketEvents(c.var.scope, id) });
  })
  .get('/tickets/:id/quick-messages', signedIn, async (c) =>
    c.json(await listQuickAnswers(c.var.scope, idParam(c))),
  )
  .delete('/tickets/:id', signedIn, async (c) => {
    await deleteTicket(c.var.scope, { ticketId: idParam(c) });
    return c.json({ message: 'ticket deleted' });
  })
  .get('/audit', signedIn, query(AuditFilter), async (c) =>
    c.json(await listAudit(c.var.scope, c.req.valid('query'))),
  )
  .post('/undo/:token', signedIn, async (c) =>
    c.json(await c.var.kernel.undo.take(c.var.scope, c.req.param('token'))),
  );

/** Existing clients parse `error` as JSON and read these fields without looking; none may be null. */
function heldBody({ id, uuid, userId, user, queue }: TicketView) {
  const ticket = { id, uuid, userId, user: { name: user?.name ?? '' }, queue: { name: queue?.name ?? '' } };
  return { error: JSON.stringify(ticket), code: 'ERR_OTHER_OPEN_TICKET', ticket };
}
