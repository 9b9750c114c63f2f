import { SecurityPage } from '@views/pages/auth/security-page.tsx';
import { page } from '@/kernel/http/respond.ts';
import { pageRoute } from '@/kernel/http/route.ts';
import { getOwnFactors } from '@/modules/factors/factors.service.ts';

export const securityPages = [
  pageRoute('GET /profile/security', {
    access: 'person',
    async show(c) {
      const factors = await getOwnFactors(c.var.scope);
      return page(c, { title: 'auth:security.title' }, <SecurityPage factors={factors} />);
    },
  }),
];
