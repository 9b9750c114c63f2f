import { AuditPage } from '@views/pages/tickets/audit-page.tsx';
import { AuditRows } from '@views/parts/tickets/audit-rows.tsx';
import { Hono } from 'hono';
import { signedIn } from '@/kernel/http/authenticate.ts';
import { type Env, isPartial } from '@/kernel/http/env.ts';
import { fragment, page } from '@/kernel/http/respond.ts';
import { query } from '@/kernel/http/validate.ts';
import { listAudit } from './ticket-events.queries.ts';
import { AuditFilter } from './tickets.schema.ts';

export const auditPages = new Hono<Env>().get('/audit', signedIn, query(AuditFilter), async (c) => {
  const filter = c.req.valid('query');
  const props = { page: await listAudit(c.var.scope, filter), filter };
  if (isPartial(c)) return fragment(c, <AuditRows {...props} />);
  return page(c, { title: 'ticketDialogs:audit.title', active: 'audit' }, <AuditPage {...props} />);
});
