import type { Scope } from '@/core/scope.ts';
import {
  type CompanyRow,
  listCompanies,
  pageCompanies,
  toCompanyView,
} from '@/modules/companies/companies.queries.ts';
import type { CompanyFilter } from '@/modules/companies/companies.schema.ts';
import type { PlanRow } from '@/modules/companies/plans.queries.ts';
import type { ListedCompanyPage, ListedCompanyView } from './back-office.views.ts';

/** By name. Throws ERR_NO_SUPER. */
export async function listAllCompanies(scope: Scope): Promise<ListedCompanyView[]> {
  return (await listCompanies(scope)).map(toListed);
}

export async function listCompanyPage(scope: Scope, filter: CompanyFilter): Promise<ListedCompanyPage> {
  const { rows, count, hasMore } = await pageCompanies(scope, filter);
  return { companies: rows.map(toListed), count, hasMore };
}

function toListed({ company, plan }: { company: CompanyRow; plan: PlanRow | null }): ListedCompanyView {
  const view = toCompanyView(company);
  const { id: companyId, createdAt, updatedAt } = view;
  const isEnabled = company.campaignsEnabled && (plan?.useCampaigns ?? true);
  const setting = { id: -1, key: 'campaignsEnabled', value: String(isEnabled) };
  return {
    ...view,
    plan: plan && { id: plan.id, name: plan.name, value: plan.value },
    schedules: [],
    settings: [{ ...setting, companyId, createdAt, updatedAt }],
  };
}
