import { RestoreDialog } from '@views/pages/backups/restore-dialog.tsx';
import type { Ctx } from '@/core/http/env.ts';
import { orToast } from '@/core/http/responses/or-toast.ts';
import { done, fragment } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { idParam } from '@/core/http/routing/validate.ts';
import { getCompany } from '@/modules/companies/companies.queries.ts';
import { TypedName } from '@/modules/companies/companies.schema.ts';
import { getRestore } from './restores.queries.ts';
import { restoreCompany } from './restores.service.ts';

const access = 'super' as const;

export const restoresPages = [
  pageRoute('GET /settings/companies/:companyId/restore', {
    access,
    answer: async (c) => fragment(c, <RestoreDialog restore={await restoreOf(c)} />),
  }),
  pageRoute('POST /settings/companies/:companyId/restore', {
    access,
    form: TypedName,
    example: () => ({ body: { typedName: 'Boreal' } }),
    onInvalid: async (c, { values, errors }) =>
      fragment(
        c,
        <RestoreDialog restore={await restoreOf(c)} typedName={values.typedName} errors={errors} />,
        422,
      ),
    answer: (c, { companyId, form }) =>
      orToast(c, 'common:toast.failed', async () => {
        await restoreCompany(c.var.scope, { companyId, typedName: form.typedName });
        return done(c, { toast: 'backups:restore.begun', refresh: 'backups' });
      }),
  }),
];

async function restoreOf(c: Ctx) {
  return getRestore(c.var.scope, await getCompany(c.var.kernel, idParam(c, 'companyId')));
}
