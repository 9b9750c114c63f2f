import { z } from 'zod';
import { pageOf } from '../../fields.schema.ts';
import { Plan } from '../companies/companies.views.ts';
import type { Use } from '../quotas/quotas.schema.ts';
import { Company } from '../settings/settings.views.ts';

/** A list reads no company's database: its `schedules` are empty, of its `settings` there is campaignsEnabled. */
export const ListedCompany = Company.extend({
  plan: Plan.pick({ id: true, name: true, value: true }).nullable(),
}).meta({ id: 'ListedCompany' });
export type ListedCompanyView = z.infer<typeof ListedCompany>;

export const ListedCompanyPage = pageOf('companies', ListedCompany);
export type ListedCompanyPage = z.infer<typeof ListedCompanyPage>;

/** A line of the overview. What is counted in a company's database is as old as `countedAt`; null was never counted. */
export type CompanyOverviewView = {
  id: number;
  name: string;
  email: string;
  status: boolean;
  isOwn: boolean;
  /** Its data could not be opened. */
  isStopped: boolean;
  planName: string | null;
  dueDate: string | null;
  daysLeft: number | null;
  isOnTrial: boolean;
  openInvoices: number;
  figures: {
    users: number;
    connections: number;
    messagesToday: number;
    storageBytes: number;
    lastActivityAt: string | null;
    countedAt: string;
  } | null;
  /** Quotas of the plan that are nearly used up, the tightest first. */
  tight: Use[];
};
export type CompanyOverviewPage = { companies: CompanyOverviewView[]; hasMore: boolean };

export type DeletedCompanyView = { id: number; name: string; deletedAt: string; keptUntil: string };

/** `invitation`: the link by which its first administrator chooses a password; null for one who has a password. */
export const NewCompany = Company.extend({ invitation: z.string().nullable() }).meta({ id: 'NewCompany' });
export type NewCompanyView = z.infer<typeof NewCompany>;
