import { BinList } from '@views/pages/back-office/bin-list.tsx';
import { DeleteCompanyDialog } from '@views/pages/back-office/company-dialogs.tsx';
import { orToast } from '@/core/http/responses/or-toast.ts';
import { done, fragment, leadTo } from '@/core/http/responses/respond.ts';
import { tabList } from '@/core/http/responses/tab-page.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { idParam } from '@/core/http/routing/validate.ts';
import { flash } from '@/core/http/sessions/flash.ts';
import { getCompany } from '@/modules/companies/companies.queries.ts';
import { TypedName } from '@/modules/companies/companies.schema.ts';
import { backOfficePaths } from './back-office-paths.schema.ts';
import { listBin } from './bin.queries.ts';
import { bringBackCompany } from './bin.service.ts';
import { deleteCompany } from './delete-company.service.ts';

const access = 'super' as const;
const SUCCESS = 'common:toast.success';

export const binPages = [
  pageRoute('GET /settings/companies/:companyId/delete', {
    access,
    answer: async (c, { companyId }) =>
      fragment(c, <DeleteCompanyDialog company={await getCompany(c.var.kernel, companyId)} />),
  }),
  pageRoute('POST /settings/companies/:companyId/delete', {
    access,
    form: TypedName,
    example: () => ({ body: { typedName: 'Boreal' } }),
    onInvalid: async (c, { values, errors }) => {
      const company = await getCompany(c.var.kernel, idParam(c, 'companyId'));
      const typed = { typedName: values.typedName ?? '' };
      return fragment(c, <DeleteCompanyDialog company={company} values={typed} errors={errors} />, 422);
    },
    answer: (c, { companyId, form }) =>
      orToast(c, 'common:toast.failed', async () => {
        await deleteCompany(c.var.scope, { companyId, typedName: form.typedName });
        flash(c, 'success', SUCCESS);
        return leadTo(c, backOfficePaths.companies());
      }),
  }),
  pageRoute('GET /settings/companies/bin', {
    access,
    answer: (c) =>
      orToast(c, 'common:toast.listFailed', async () => {
        const companies = await listBin(c.var.scope);
        return tabList(c, 'companies', (shows) => <BinList shows={shows} companies={companies} />);
      }),
  }),
  pageRoute('POST /settings/companies/bin/:companyId', {
    access,
    answer: (c, { companyId }) =>
      orToast(c, 'common:toast.failed', async () => {
        await bringBackCompany(c.var.scope, { companyId });
        return done(c, { toast: SUCCESS, refresh: 'company' });
      }),
  }),
];
