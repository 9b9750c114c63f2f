import { z } from 'zod';
import { pageOf } from '../../schemas/reply-fields.schema.ts';
import { Plan } from '../companies/companies.views.ts';
import type { Use } from '../quotas/quotas.schema.ts';
import { Company } from '../settings/settings.views.ts';
import type { Capacity } from '../status/capacity.logic.ts';

/** A list opens no company database: `schedules` is empty, `settings` has only campaignsEnabled. */
export const ListedCompany = Company.extend({
  plan: Plan.pick({ id: true, name: true, value: true }).nullable(),
}).meta({ id: 'ListedCompany' });
export type ListedCompanyView = z.infer<typeof ListedCompany>;

export const ListedCompanyPage = pageOf('companies', ListedCompany);
export type ListedCompanyPage = z.infer<typeof ListedCompanyPage>;

/** Figures from a company's database are as of `countedAt`; null means never counted. */
export type CompanyOverviewView = {
  id: number;
  name: string;
  email: string;
  status: boolean;
  isOwn: boolean;
  /** The company's database could not be opened. */
  isStopped: boolean;
  planName: string | null;
  dueDate: string | null;
  daysLeft: number | null;
  timeZone: string;
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
  tight: Use[];
};
export type CompanyOverviewPage = { companies: CompanyOverviewView[]; hasMore: boolean };

export type DeletedCompanyView = { id: number; name: string; deletedAt: string; retainedUntil: string };

/** `invitation`: link for the first administrator to choose a password; null if there is one already. */
export const NewCompany = Company.extend({ invitation: z.string().nullable() }).meta({ id: 'NewCompany' });
export type NewCompanyView = z.infer<typeof NewCompany>;

export type Trouble =
  | { kind: 'stopped' | 'unbilled' }
  /** Lines without connection, or days. */
  | { kind: 'line' | 'overdue' | 'quiet'; count: number }
  | { kind: 'quota'; use: Use };

export type AttentionView = { id: number; name: string; troubles: Trouble[] };

/** Without the reader's own company. */
export type PlatformView = {
  /** Value of the paying companies' plans. */
  monthly: { cents: number; companies: number };
  overdue: { cents: number; count: number };
  /** `yyyy-MM`, the oldest first. */
  received: { month: string; cents: number }[];
  /** `joined` and `left` within 30 days. */
  companies: {
    active: number;
    trial: number;
    expired: number;
    blocked: number;
    joined: number;
    left: number;
  };
  lines: { connected: number; down: number };
  capacity: Capacity;
  /** The most urgent first; `unlisted` more have troubles. */
  attention: AttentionView[];
  unlisted: number;
};
