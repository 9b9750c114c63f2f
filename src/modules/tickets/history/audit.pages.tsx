import { AuditPage } from '@views/pages/tickets/audit-page.tsx';
import { listPage } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { listPeopleNames } from '@/modules/users/users.queries.ts';
import { AuditFilter } from '../tickets.schema.ts';
import { listAudit } from './ticket-events.queries.ts';

export const auditPages = [
  pageRoute('GET /audit/tickets', {
    access: 'admin',
    query: AuditFilter,
    async show(c, { query: filter }) {
      const { scope } = c.var;
      const page = await listAudit(scope, filter);
      const props = { page, filter, people: await listPeopleNames(scope) };
      const head = { title: 'ticketDialogs:audit.title', active: 'audit' };
      return listPage(c, head, (shows) => <AuditPage shows={shows} {...props} />);
    },
  }),
];
