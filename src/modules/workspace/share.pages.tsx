import { SharePage } from '@views/pages/tickets/share-page.tsx';
import { z } from 'zod';
import { page } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { requireUser } from '@/core/policy.ts';
import { NO_FILTER } from '@/modules/tickets/list/ticket-filter.queries.ts';
import { listTickets } from '@/modules/tickets/list/tickets.queries.ts';
import { searchParam } from '@/schemas/list-filter.schema.ts';

export const sharePages = [
  pageRoute('GET /share', {
    access: 'person',
    query: z.object({ searchParam }),
    async answer(c, { query: { searchParam } }) {
      const { scope } = c.var;
      const { id } = requireUser(scope);
      const text = searchParam || undefined;
      const { tickets } = await listTickets(scope, { ...NO_FILTER, status: 'open', searchParam: text });
      const own = tickets.filter(({ userId }) => userId === id);
      return page(
        c,
        { title: 'tickets:share.title', active: 'tickets' },
        <SharePage tickets={own} searchParam={searchParam} />,
      );
    },
  }),
];
