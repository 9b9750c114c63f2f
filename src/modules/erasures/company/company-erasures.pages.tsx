import { CompanyCertificatePage } from '@views/pages/erasures/company-certificate-page.tsx';
import { EraseCompanyDialog } from '@views/pages/erasures/erase-company-dialog.tsx';
import type { Ctx } from '@/kernel/http/env.ts';
import { orToast } from '@/kernel/http/or-toast.ts';
import { fragment, leadTo, page } from '@/kernel/http/respond.ts';
import { pageRoute } from '@/kernel/http/route.ts';
import { idParam, type Refused } from '@/kernel/http/validate.ts';
import { platformOf } from '@/kernel/platform-scope.ts';
import { requireDeleted } from '@/modules/back-office/bin.queries.ts';
import { erasurePaths } from '../erasure-paths.schema.ts';
import { EraseCompanyForm } from '../erasures.schema.ts';
import { getCompanyErasure } from './company-erasures.queries.ts';
import { eraseCompany } from './erase-company.ts';

declare module '@/kernel/http/route.ts' {
  interface World {
    companyErasureId: number;
  }
}

const access = 'super' as const;

export const companyErasurePages = [
  pageRoute('GET /settings/companies/bin/:companyId/erase', {
    access,
    show: (c, { companyId }) => dialog(c, companyId),
  }),
  pageRoute('POST /settings/companies/bin/:companyId/erase', {
    access,
    form: EraseCompanyForm,
    example: () => ({ body: { typedName: 'Boreal' } }),
    again: (c, refused) => dialog(c, idParam(c, 'companyId'), refused),
    show: (c, { companyId, form }) =>
      orToast(c, 'common:toast.failed', async () => {
        const { companyErasureId } = await eraseCompany(c.var.scope, { companyId, ...form });
        return leadTo(c, erasurePaths.companyCertificate(companyErasureId));
      }),
  }),
  pageRoute('GET /settings/companies/erasures/:companyErasureId', {
    access,
    shared: true,
    async show(c, { companyErasureId }) {
      const erasure = await getCompanyErasure(c.var.scope, companyErasureId);
      const head = { title: 'erasures:certificate.title', layout: 'open' } as const;
      return page(c, head, <CompanyCertificatePage erasure={erasure} />);
    },
  }),
];

async function dialog(c: Ctx, companyId: number, refused?: Refused): Promise<Response> {
  const { name } = await requireDeleted(platformOf(c.var.scope), companyId);
  const props = { company: { id: companyId, name }, typed: refused?.values.typedName ?? '' };
  const node = <EraseCompanyDialog {...props} error={refused?.errors.typedName} />;
  return fragment(c, node, refused ? 422 : 200);
}
