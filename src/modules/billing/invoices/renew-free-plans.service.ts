import { companies, invoices, plans } from '@db/platform/schema/index.ts';
import { and, eq, getTableColumns, lte } from 'drizzle-orm';
import { type PlatformScope, platformScope } from '@/core/platform-scope.ts';
import { forCompanies } from '@/core/queue/company-jobs.ts';
import type { Kernel } from '@/core/scope.ts';
import { type CompanyRow, zoneOf } from '@/modules/companies/companies.queries.ts';
import { renewCompany } from '@/modules/companies/company-billing.service.ts';
import { findExcess } from '../plan-excess.queries.ts';
import { renewed } from '../recurrence.logic.ts';
import { setNextTerms } from './make-invoices.service.ts';
import { cancelOpen, type InvoiceRow } from './pay-invoice.service.ts';
import { WARNED_AHEAD_MS } from './warn-companies.service.ts';

/** The job runs every five minutes, so nobody is locked out between two runs. */
const AHEAD_MS = 3_600_000;

export async function renewFreePlans(kernel: Kernel): Promise<void> {
  const platform = platformScope(kernel);
  await forCompanies(kernel, 'renewFreePlans', await listFreeChanges(platform), (invoice) =>
    beginFreePlan(kernel, invoice),
  );
  await forCompanies(kernel, 'renewFreePlans', await listFreeCompanies(platform), ({ id }) =>
    platform.write(async (tx) => {
      const [still] = await listFreeCompanies(tx, id);
      if (still) await renewPeriod(tx, still, still.recurrence);
    }),
  );
}

function listFreeCompanies({ db, now }: PlatformScope, companyId?: number) {
  const isIt = companyId === undefined ? undefined : eq(companies.id, companyId);
  return db
    .select(getTableColumns(companies))
    .from(companies)
    .innerJoin(plans, eq(plans.id, companies.planId))
    .where(and(lte(companies.dueDate, after(now(), AHEAD_MS)), eq(plans.value, 0), isIt));
}

function listFreeChanges({ db, now }: PlatformScope, invoiceId?: number) {
  const { status, kind, changesPlan, dueDate, planId } = invoices;
  return db
    .select(getTableColumns(invoices))
    .from(invoices)
    .innerJoin(plans, eq(plans.id, planId))
    .where(
      and(
        eq(status, 'open'),
        eq(kind, 'period'),
        eq(changesPlan, true),
        lte(dueDate, after(now(), WARNED_AHEAD_MS)),
        eq(plans.value, 0),
        invoiceId === undefined ? undefined : eq(invoices.id, invoiceId),
      ),
    );
}

/** A company that exceeds the free plan keeps the paid one, and is warned of the due date like any other. */
async function beginFreePlan(kernel: Kernel, invoice: InvoiceRow): Promise<void> {
  const excess = await findExcess(kernel, invoice);
  await platformScope(kernel).write(async (tx) => {
    const [still] = await listFreeChanges(tx, invoice.id);
    const company = await tx.db.query.companies.findFirst({ where: eq(companies.id, invoice.companyId) });
    if (!company || still?.planId !== invoice.planId) return;
    if (excess) await returnToPaidPlan(tx, company);
    else if (still.dueDate <= after(tx.now(), AHEAD_MS))
      await renewPeriod(tx, { ...company, planId: invoice.planId }, still.recurrence);
  });
}

async function returnToPaidPlan(tx: PlatformScope, company: CompanyRow): Promise<void> {
  const current = await tx.db.query.plans.findFirst({ where: eq(plans.id, company.planId ?? 0) });
  if (current) await setNextTerms(tx, company, current);
  tx.emit('invoices.changed', { companyId: company.id });
}

async function renewPeriod(tx: PlatformScope, company: CompanyRow, recurrence: string): Promise<void> {
  const { id: companyId, planId } = company;
  const period = renewed({ ...company, recurrence }, tx.now(), zoneOf(tx.kernel, company));
  await renewCompany(tx, { companyId, ...period, ...(planId !== null && { planId }) });
  await cancelOpen(tx, companyId);
  tx.emit('invoices.changed', { companyId });
}

const after = (at: Date, ms: number) => new Date(at.getTime() + ms);
