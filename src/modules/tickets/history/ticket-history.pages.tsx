import { TicketHistoryPage } from '@views/pages/tickets/ticket-history-page.tsx';
import { listPage } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { listPeopleNames } from '@/modules/users/users.queries.ts';
import { TicketHistoryFilter } from '../tickets.schema.ts';
import { listTicketHistory } from './ticket-events.queries.ts';

export const ticketHistoryPages = [
  pageRoute('GET /audit/tickets', {
    access: 'admin',
    query: TicketHistoryFilter,
    async answer(c, { query: filter }) {
      const { scope } = c.var;
      const page = await listTicketHistory(scope, filter);
      const props = { page, filter, people: await listPeopleNames(scope) };
      const head = { title: 'ticketDialogs:audit.title', active: 'audit' };
      return listPage(c, head, (shows) => <TicketHistoryPage shows={shows} {...props} />);
    },
  }),
];
