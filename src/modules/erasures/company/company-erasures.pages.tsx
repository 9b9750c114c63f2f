import { CertificatePage } from '@views/pages/erasures/certificate-page.tsx';
import { CompanyErasuresList } from '@views/pages/erasures/company-erasures-list.tsx';
import { EraseCompanyDialog } from '@views/pages/erasures/erase-company-dialog.tsx';
import type { Ctx } from '@/core/http/env.ts';
import { orToast } from '@/core/http/responses/or-toast.ts';
import { fragment, leadTo, page } from '@/core/http/responses/respond.ts';
import { sendPdf } from '@/core/http/responses/send-pdf.ts';
import { tabList } from '@/core/http/responses/tab-page.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { idParam, type Refused } from '@/core/http/routing/validate.ts';
import { platformOf } from '@/core/platform-scope.ts';
import { requireDeleted } from '@/modules/back-office/bin.queries.ts';
import { TypedName } from '@/modules/companies/companies.schema.ts';
import { certificatePdf, companyCertificateOf } from '../certificate.queries.ts';
import { erasurePaths } from '../erasure-paths.schema.ts';
import { ErasureFilter } from '../erasures.schema.ts';
import { getCompanyErasure, listCompanyErasures } from './company-erasures.queries.ts';
import { eraseCompany } from './erase-company.service.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    companyErasureId: number;
  }
}

const access = 'super' as const;

export const companyErasurePages = [
  pageRoute('GET /settings/companies/bin/:companyId/erase', {
    access,
    answer: (c, { companyId }) => dialog(c, companyId),
  }),
  pageRoute('POST /settings/companies/bin/:companyId/erase', {
    access,
    form: TypedName,
    example: () => ({ body: { typedName: 'Boreal' } }),
    onInvalid: (c, refused) => dialog(c, idParam(c, 'companyId'), refused),
    answer: (c, { companyId, form }) =>
      orToast(c, 'common:toast.failed', async () => {
        const { companyErasureId } = await eraseCompany(c.var.scope, { companyId, ...form });
        return leadTo(c, erasurePaths.companyCertificate(companyErasureId));
      }),
  }),
  pageRoute('GET /settings/companies/erasures', {
    access,
    shared: true,
    query: ErasureFilter,
    answer: (c, { query }) =>
      orToast(c, 'common:toast.listFailed', async () => {
        const page = await listCompanyErasures(c.var.scope, query);
        return tabList(c, 'companies', (shows) => <CompanyErasuresList shows={shows} page={page} />);
      }),
  }),
  pageRoute('GET /settings/companies/erasures/:companyErasureId', {
    access,
    shared: true,
    async answer(c, { companyErasureId }) {
      const { scope } = c.var;
      const erasure = await getCompanyErasure(scope, companyErasureId);
      const { step, trouble } = erasure;
      const waits = { text: scope.t(trouble ? `erasures:trouble.${trouble}` : 'erasures:company.running') };
      const props = {
        certificate: companyCertificateOf(scope, erasure),
        state: step === 'done' ? null : { ...waits, isTrouble: trouble !== '' },
        href: erasurePaths.companyCertificate(companyErasureId),
        pdf: erasurePaths.companyCertificatePdf(companyErasureId),
        back: { href: erasurePaths.companyErasures(), label: scope.t('erasures:company.list.title') },
      };
      const head = { title: 'erasures:certificate.title', layout: 'open' } as const;
      return page(c, head, <CertificatePage {...props} />);
    },
  }),
  pageRoute('GET /settings/companies/erasures/:companyErasureId/certificate.pdf', {
    access,
    shared: true,
    async answer(c, { companyErasureId }) {
      const { scope } = c.var;
      const erasure = await getCompanyErasure(scope, companyErasureId);
      const pdf = await certificatePdf(scope, companyCertificateOf(scope, erasure));
      return sendPdf(c, pdf, `certificado-${erasure.uuid}.pdf`);
    },
  }),
];

async function dialog(c: Ctx, companyId: number, refused?: Refused): Promise<Response> {
  const { name } = await requireDeleted(platformOf(c.var.scope), companyId);
  const props = { company: { id: companyId, name }, typed: refused?.values.typedName ?? '' };
  const node = <EraseCompanyDialog {...props} error={refused?.errors.typedName} />;
  return fragment(c, node, refused ? 422 : 200);
}
