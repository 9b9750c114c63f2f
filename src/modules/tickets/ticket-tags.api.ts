import { Hono } from 'hono';
import { signedIn } from '@/kernel/http/authenticate.ts';
import type { Env } from '@/kernel/http/env.ts';
import { body, idParam } from '@/kernel/http/validate.ts';
import { addTicketTag, leaveLanes, syncTicketTags } from './ticket-tags.service.ts';
import { getTicket } from './tickets.queries.ts';
import { TagSync } from './tickets.schema.ts';

export const ticketTagsApi = new Hono<Env>()
  .post('/tags/sync', signedIn, body(TagSync), async (c) =>
    c.json(await syncTicketTags(c.var.scope, c.req.valid('json'))),
  )
  .put('/ticket-tags/:ticketId/:tagId', signedIn, async (c) => {
    const { scope } = c.var;
    const ticketId = idParam(c, 'ticketId');
    // Existing boards name the lane of those without a tag.
    const isNone = /^(lane)?0$/.test(c.req.param('tagId'));
    const tagId = isNone ? null : idParam(c, 'tagId');
    if (tagId === null) await getTicket(scope, ticketId);
    else await addTicketTag(scope, { ticketId, tagId });
    const now = scope.now().toISOString();
    return c.json({ ticketId, tagId, createdAt: now, updatedAt: now }, 201);
  })
  .delete('/ticket-tags/:ticketId', signedIn, async (c) => {
    await leaveLanes(c.var.scope, { ticketId: idParam(c, 'ticketId') });
    return c.json({ message: 'Ticket tags removed successfully.' });
  });
