import { AuditPage } from '@views/pages/tickets/audit-page.tsx';
import { AuditRows } from '@views/parts/tickets/audit-rows.tsx';
import { isPartial } from '@/kernel/http/env.ts';
import { fragment, page } from '@/kernel/http/respond.ts';
import { pageRoute } from '@/kernel/http/route.ts';
import { AuditFilter } from '../tickets.schema.ts';
import { listAudit } from './ticket-events.queries.ts';

export const auditPages = [
  pageRoute('GET /audit', {
    access: 'admin',
    query: AuditFilter,
    async show(c, { query: filter }) {
      const props = { page: await listAudit(c.var.scope, filter), filter };
      if (isPartial(c)) return fragment(c, <AuditRows {...props} />);
      return page(c, { title: 'ticketDialogs:audit.title', active: 'audit' }, <AuditPage {...props} />);
    },
  }),
];
