import { CompaniesList } from '@views/pages/back-office/companies-list.tsx';
import { PeopleDialog } from '@views/pages/back-office/company-dialogs.tsx';
import { CompanyForm, type CompanyValues, DueDateField } from '@views/pages/back-office/company-form.tsx';
import { RestorePanel } from '@views/parts/backups/restore-panel.tsx';
import { PlanUsePanel } from '@views/parts/quotas/use-list.tsx';
import { z } from 'zod';
import type { Ctx } from '@/core/http/env.ts';
import { orToast, toastFailure } from '@/core/http/responses/or-toast.ts';
import { done, fragment, leadTo } from '@/core/http/responses/respond.ts';
import { tabList } from '@/core/http/responses/tab-page.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { idParam, type Refused } from '@/core/http/routing/validate.ts';
import { flash } from '@/core/http/sessions/flash.ts';
import { platformOf } from '@/core/platform-scope.ts';
import { getRestore } from '@/modules/backups/restores/restores.queries.ts';
import { getCompany } from '@/modules/companies/companies.queries.ts';
import { CompanyInput, CompanyPatch, OverviewFilter } from '@/modules/companies/companies.schema.ts';
import { listAllPlans } from '@/modules/companies/plans.queries.ts';
import { findOpenLink } from '@/modules/invitations/invitations.service.ts';
import { getUseOfCompany } from '@/modules/quotas/quotas.queries.ts';
import { FIRST_USER } from '@/modules/users/add-first-user.service.ts';
import { listPeopleOf } from '@/modules/users/users.queries.ts';
import { UserInput } from '@/modules/users/users.schema.ts';
import { timeZoneOrNone } from '@/schemas/time-zone.schema.ts';
import { backOfficePaths } from './back-office-paths.schema.ts';
import { createCompany, updateCompany } from './companies.service.ts';
import { overviewCompanies } from './companies-overview.queries.ts';
import { BLANK_COMPANY, companyValues, nextDueDate, typedCompany } from './company-form-values.logic.ts';
import { atItsField } from './form-errors.logic.ts';
import { setPassword } from './people.service.ts';

const access = 'super' as const;
const DONE = { toast: 'common:toast.success', refresh: 'company' };
const NextDueDate = z.object({
  dueDate: z.string().max(20).default(''),
  billingDay: CompanyInput.shape.billingDay,
  recurrence: z.string().max(20).default(''),
  timeZone: timeZoneOrNone.default(null).catch(null),
});
const NewPassword = z.object({
  userId: z.coerce.number('validation:required').int().positive('validation:required'),
  password: UserInput.shape.password,
});

export const companiesPages = [
  pageRoute('GET /settings/companies', {
    access,
    query: OverviewFilter,
    answer: (c, { query }) =>
      orToast(c, 'common:toast.listFailed', async () => {
        const { searchParam, order } = query;
        const props = { page: await overviewCompanies(c.var.scope, query), searchParam, order };
        return tabList(c, 'companies', (shows) => <CompaniesList shows={shows} {...props} />);
      }),
  }),
  pageRoute('GET /settings/companies/new', { access, answer: (c) => formPage(c, BLANK_COMPANY) }),
  pageRoute('GET /settings/companies/next-due-date', {
    access,
    query: NextDueDate,
    answer: (c, { query }) => {
      const { day, billingDay, error } = nextDueDate(c.var.kernel, query);
      const props = { value: day, billingDay, error: error && c.var.t(error) };
      return fragment(c, <DueDateField {...props} />);
    },
  }),
  pageRoute('GET /settings/companies/:companyId', {
    access,
    answer: async (c, { companyId }) =>
      formPage(c, companyValues(c.var.kernel, await getCompany(c.var.kernel, companyId))),
  }),
  pageRoute('GET /settings/companies/:companyId/people', {
    access,
    answer: async (c) => peopleDialog(c, { userId: '' }),
  }),
  pageRoute('PUT /settings/companies/:companyId/people', {
    access,
    form: NewPassword,
    example: ({ userId }) => ({ body: { userId, password: 'uma senha bem comprida' } }),
    onInvalid: (c, { values, errors }) => peopleDialog(c, { userId: values.userId ?? '' }, errors),
    async answer(c, { companyId, form }) {
      await setPassword(c.var.scope, { ...form, companyId });
      return done(c, DONE);
    },
  }),
  pageRoute('POST /settings/companies', {
    access,
    form: CompanyInput,
    example: () => ({ body: { name: 'Cometa', email: 'lia@cometa.test' } }),
    onInvalid: again,
    async answer(c, { form }) {
      const { id } = await createCompany(c.var.scope, form).catch(atItsField);
      if (form.dueDate) flash(c, 'success', DONE.toast);
      else flash(c, 'warning', 'backOffice:company.neverBilled');
      return leadTo(c, backOfficePaths.company(id));
    },
  }),
  pageRoute('PUT /settings/companies/:companyId', {
    access,
    openedBy: 'GET /settings/companies/:companyId',
    form: CompanyPatch,
    example: () => ({ body: { name: 'Cometa', email: 'lia@cometa.test' } }),
    onInvalid: again,
    async answer(c, { companyId, form }) {
      await updateCompany(c.var.scope, { ...form, companyId }).catch(atItsField);
      return done(c, DONE);
    },
  }),
];

async function form(c: Ctx, values: CompanyValues, errors?: Refused['errors']) {
  const { scope } = c.var;
  const companyId = c.req.param('companyId') === undefined ? null : idParam(c, 'companyId');
  const plans = await listAllPlans(platformOf(scope));
  const serverZone = scope.kernel.config.timeZone;
  const props = { values, plans, serverZone, errors };
  if (companyId === null) return <CompanyForm known={null} {...props} />;
  const { name } = await getCompany(scope.kernel, companyId);
  const invitation = await findOpenLink(scope, { companyId, userId: FIRST_USER });
  const known = { id: companyId, name, isOwn: companyId === scope.companyId, invitation };
  return <CompanyForm known={known} {...props} />;
}

async function formPage(c: Ctx, values: CompanyValues): Promise<Response> {
  const active = c.req.param('companyId') === undefined ? 'newCompany' : 'companies';
  const { kernel, scope } = c.var;
  const companyId = active === 'companies' ? idParam(c, 'companyId') : null;
  const use = companyId && (await getUseOfCompany(scope, companyId));
  const restore = companyId && (await getRestore(scope, await getCompany(kernel, companyId)));
  const isAbout = restore && restore.state.at !== 'nothing' && restore.state.companyId === companyId;
  const isUrgent = restore && (restore.isStopped || isAbout);
  const node = (
    <div className="max-w-4xl">
      {restore && isUrgent ? <RestorePanel restore={restore} /> : null}
      {await form(c, values)}
      {use ? <PlanUsePanel {...use} isAside /> : null}
      {restore && !isUrgent ? <RestorePanel restore={restore} /> : null}
    </div>
  );
  return tabList(c, active, () => node);
}

async function again(c: Ctx, { values, errors }: Refused): Promise<Response> {
  toastFailure(c, 'backOffice:company.failed');
  return fragment(c, await form(c, typedCompany(values), errors), 422);
}

async function peopleDialog(c: Ctx, values: { userId: string }, errors?: Refused['errors']) {
  const company = await getCompany(c.var.kernel, idParam(c, 'companyId'));
  const people = await listPeopleOf(c.var.scope, company.id);
  const props = { company, people, values, errors };
  return fragment(c, <PeopleDialog {...props} />, errors ? 422 : 200);
}
