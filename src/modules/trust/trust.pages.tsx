import { TrustPage } from '@views/pages/trust/trust-page.tsx';
import { page } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { findActor } from '@/core/http/sessions/authenticate.ts';
import { getTrust, requireTrustPage } from './trust.queries.ts';

export const trustPages = [
  pageRoute('GET /trust', {
    access: 'anyone',
    async answer(c) {
      const { kernel } = c.var;
      const { isPublic } = await requireTrustPage(kernel, await findActor(c));
      const trust = await getTrust(kernel);
      return page(
        c,
        { title: 'trust:title', layout: 'open' },
        <TrustPage trust={trust} isPublic={isPublic} />,
      );
    },
  }),
];
