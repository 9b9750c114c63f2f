import { TrustPage } from '@views/pages/trust/trust-page.tsx';
import { findActor } from '@/kernel/http/authenticate.ts';
import { page } from '@/kernel/http/respond.ts';
import { pageRoute } from '@/kernel/http/route.ts';
import { getTrust, requireTrustPage } from './trust.queries.ts';

export const trustPages = [
  pageRoute('GET /trust', {
    access: 'anyone',
    async show(c) {
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
