import { OptOutDialog, RemoveOptOutDialog } from '@views/pages/campaigns/opt-out-dialogs.tsx';
import { OptOutsPage } from '@views/pages/campaigns/opt-outs-page.tsx';
import { done, fragment, listPage } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { getOptOut, listOptOuts } from './opt-outs.queries.ts';
import { OptOutFilter, OptOutInput } from './opt-outs.schema.ts';
import { addOptOut, removeOptOut } from './opt-outs.service.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    optOutId: number;
  }
}

const guard = { access: 'supervisor', feature: 'useCampaigns' } as const;
const REFRESH = 'optOut';

export const optOutsPages = [
  pageRoute('GET /opt-outs', {
    ...guard,
    query: OptOutFilter,
    async answer(c, { query }) {
      const props = { page: await listOptOuts(c.var.scope, query), searchParam: query.searchParam };
      const head = { title: 'optOuts:title', active: 'campaignsConfig' };
      return listPage(c, head, (shows) => <OptOutsPage shows={shows} {...props} />);
    },
  }),
  pageRoute('GET /opt-outs/new', { ...guard, answer: (c) => fragment(c, <OptOutDialog number="" />) }),
  pageRoute('GET /opt-outs/:optOutId/delete', {
    ...guard,
    answer: async (c, { optOutId }) =>
      fragment(c, <RemoveOptOutDialog optOut={await getOptOut(c.var.scope, optOutId)} />),
  }),
  pageRoute('POST /opt-outs', {
    ...guard,
    form: OptOutInput,
    example: () => ({ body: { number: '5511966000031' } }),
    onInvalid: (c, { values: { number = '' }, errors }) =>
      fragment(c, <OptOutDialog number={number} errors={errors} />, 422),
    async answer(c, { form }) {
      await addOptOut(c.var.scope, form);
      return done(c, { toast: 'optOuts:toast.added', refresh: REFRESH });
    },
  }),
  pageRoute('DELETE /opt-outs/:optOutId', {
    ...guard,
    async answer(c, { optOutId }) {
      await removeOptOut(c.var.scope, { optOutId });
      return done(c, { toast: 'optOuts:toast.removed', refresh: REFRESH });
    },
  }),
];
