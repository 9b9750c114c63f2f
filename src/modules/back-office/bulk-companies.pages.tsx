import { AnnouncementDialog } from '@views/pages/announcements/announcement-dialog.tsx';
import { BulkCompaniesDialog } from '@views/pages/back-office/bulk-companies-dialog.tsx';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { formTexts, type Refused } from '@/core/http/routing/validate.ts';
import { platformOf } from '@/core/platform-scope.ts';
import { newAnnouncement } from '@/modules/announcements/announcement-fields.logic.ts';
import { listCompanyNames } from '@/modules/companies/companies.queries.ts';
import { BulkCompanies, BulkFilter } from '@/modules/companies/companies.schema.ts';
import { listAllPlans } from '@/modules/companies/plans.queries.ts';
import { changeCompanies, listForBulk } from './bulk-companies.service.ts';

const access = 'super' as const;

export const bulkCompaniesPages = [
  pageRoute('GET /settings/companies/bulk', {
    access,
    query: BulkFilter,
    answer: (c, { query: { searchParam, only = '', action = '' } }) =>
      dialog(c, { searchParam, only: String(only), action, planId: '' }, only ? [String(only)] : []),
  }),
  pageRoute('POST /settings/companies/bulk', {
    access,
    form: BulkCompanies,
    example: () => ({ body: { action: 'unblock' as const, ids: ['999999'] } }),
    async onInvalid(c, { values, errors }: Refused) {
      const { searchParam = '', only = '', action = '', planId = '' } = values;
      return dialog(c, { searchParam, only, action, planId }, await formTexts(c, 'ids'), errors);
    },
    async answer(c, { form: { action, ids, planId } }) {
      if (action === 'announce') {
        c.header('HX-Retarget', '#dialogs');
        c.header('HX-Reswap', 'innerHTML');
        const { companies } = await listCompanyNames(platformOf(c.var.scope), { chosen: ids });
        const props = { known: null, values: newAnnouncement(ids), companies };
        return fragment(c, <AnnouncementDialog {...props} />);
      }
      const count = await changeCompanies(c.var.scope, { action, ids, planId });
      const text = c.var.t(`backOffice:bulk.done.${action}`, { count });
      return done(c, { events: { toast: { level: 'success', text } }, refresh: 'company' });
    },
  }),
];

type Values = { searchParam: string; only: string; action: string; planId: string };

async function dialog(c: Ctx, values: Values, selected: string[], errors?: Refused['errors']) {
  const { scope } = c.var;
  const found = await listForBulk(scope, values);
  const plans = await listAllPlans(platformOf(scope));
  const props = { ...found, plans, values, selected, errors };
  return fragment(c, <BulkCompaniesDialog {...props} />, errors ? 422 : 200);
}
