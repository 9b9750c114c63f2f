import { SharePage } from '@views/pages/tickets/share-page.tsx';
import { z } from 'zod';
import { page } from '@/kernel/http/respond.ts';
import { pageRoute } from '@/kernel/http/route.ts';
import { requireUser } from '@/kernel/policy.ts';
import { searchParam } from '@/list.schema.ts';
import { NO_FILTER } from '@/modules/tickets/list/ticket-filter.ts';
import { listTickets } from '@/modules/tickets/list/tickets.queries.ts';

export const sharePages = [
  pageRoute('GET /share', {
    access: 'person',
    query: z.object({ searchParam }),
    async show(c, { query: { searchParam } }) {
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
