import { type companies, invoices, plans } from '@db/platform/schema/index.ts';
import { and, asc, eq } from 'drizzle-orm';
import { audit } from '@/core/audit/audit.ts';
import { insertedRow } from '@/core/db/inserted-row.ts';
import { AppError } from '@/core/errors.ts';
import { type PlatformScope, platformOf } from '@/core/platform-scope.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { zonedParts } from '@/core/zoned-time.ts';
import { getCompany, zoneOf } from '@/modules/companies/companies.queries.ts';
import { recurrenceOf } from '@/modules/companies/recurrence.schema.ts';
import { countInUse } from '@/modules/quotas/quotas.queries.ts';
import { canSeeBilling } from './billing.policy.ts';
import { expireCharges } from './charges/expire-charges.service.ts';
import { applyCredit } from './invoices/credits.service.ts';
import { findOpenInvoice } from './invoices/invoices.queries.ts';
import { setNextTerms, termsOf } from './invoices/make-invoices.service.ts';
import { type Excess, excessOf } from './plan-excess.queries.ts';
import { addMonths, monthsOf } from './recurrence.logic.ts';

type PlanRow = typeof plans.$inferSelect;
type CompanyRow = typeof companies.$inferSelect;

export type PlanOffer = {
  planId: number;
  name: string;
  users: number;
  connections: number;
  queues: number;
  /** Price of a period, in reais. */
  value: number;
  recurrence: string;
  isCurrent: boolean;
  /** Amount due for the rest of the period; null when the change waits for the next one. */
  difference: number | null;
  excess: Excess | null;
};

/** Public plans with today's cost of changing to each; none without a plan and an end. Throws ERR_NO_PERMISSION. */
export async function offerPlans(scope: Scope): Promise<PlanOffer[]> {
  requireCan(scope, canSeeBilling);
  const subscribed = await findSubscribed(scope);
  if (!subscribed) return [];
  const { company, current } = subscribed;
  const rows = await publicPlans(scope);
  const inUse = await countInUse(scope);
  return rows.map((plan) => ({
    planId: plan.id,
    name: plan.name,
    users: plan.users,
    connections: plan.connections,
    queues: plan.queues,
    value: termsOf(plan, company.recurrence).cents / 100,
    recurrence: recurrenceOf(company.recurrence),
    isCurrent: plan.id === current.id,
    difference: inReais(differenceOf(scope, company, current, plan)),
    excess: excessOf(inUse, plan) ?? null,
  }));
}

/**
 * A dearer plan begins when its difference is paid, a cheaper one with the next period (`from`). Throws
 * ERR_NO_PERMISSION, ERR_NO_PLAN_TO_CHANGE, ERR_INVOICE_NOT_OPEN, ERR_PLAN_TOO_SMALL with the exceeded limit.
 */
export async function choosePlan(
  scope: Scope,
  planId: number,
): Promise<{ invoiceId: number; from: Date | null }> {
  requireCan(scope, canSeeBilling);
  const subscribed = await findSubscribed(scope);
  if (!subscribed) throw new AppError('ERR_NO_PLAN_TO_CHANGE');
  const { company, current } = subscribed;
  const plan = (await publicPlans(scope)).find(({ id }) => id === planId);
  if (!plan || plan.id === current.id) throw new AppError('ERR_NO_PLAN_TO_CHANGE');
  const excess = excessOf(await countInUse(scope), plan);
  if (excess) throw new AppError('ERR_PLAN_TOO_SMALL', { ...excess, context: excess.limited });
  const cents = differenceOf(scope, company, current, plan);
  const on = { id: plan.id, name: plan.name };
  await audit(scope, {
    what: 'subscription.changed',
    on,
    before: { plan: current.name },
    after: { plan: plan.name },
  });
  return platformOf(scope).write(async (tx) => {
    const invoiceId =
      cents === null ? await planNext(tx, company, plan) : await askDifference(tx, company, plan, cents);
    tx.emit('invoices.changed', { companyId: company.id });
    return { invoiceId, from: cents === null ? company.dueDate : null };
  });
}

/** Withdraws the change planned for the next period. Throws ERR_NO_PERMISSION, ERR_NO_PLAN_TO_CHANGE. */
export async function withdrawPlanChange(scope: Scope): Promise<void> {
  requireCan(scope, canSeeBilling);
  const subscribed = await findSubscribed(scope);
  if (!subscribed) throw new AppError('ERR_NO_PLAN_TO_CHANGE');
  const { company, current } = subscribed;
  await audit(scope, { what: 'subscription.kept', on: { id: current.id, name: current.name } });
  await platformOf(scope).write(async (tx) => {
    const planned = await findOpenInvoice(tx, company.id);
    if (!planned?.changesPlan) throw new AppError('ERR_NO_PLAN_TO_CHANGE');
    await setNextTerms(tx, company, current);
    tx.emit('invoices.changed', { companyId: company.id });
  });
}

async function findSubscribed({ kernel, companyId }: Scope) {
  const company = await getCompany(kernel, companyId);
  const current =
    company.planId === null
      ? undefined
      : await kernel.platform.db.query.plans.findFirst({ where: eq(plans.id, company.planId) });
  if (!current || !company.dueDate) return undefined;
  return { company: { ...company, dueDate: company.dueDate }, current };
}

function publicPlans({ kernel }: Scope): Promise<PlanRow[]> {
  return kernel.platform.db.query.plans.findMany({
    where: eq(plans.useInternal, true),
    orderBy: [asc(plans.value), asc(plans.id)],
  });
}

const inReais = (cents: number | null) => (cents === null ? null : cents / 100);

/** For the rest of the period, to the millisecond; null for a plan that costs no more, or a period that is over. */
function differenceOf(
  scope: Scope,
  { dueDate, billingDay, recurrence }: CompanyRow & { dueDate: Date },
  current: PlanRow,
  plan: PlanRow,
): number | null {
  const { timeZone } = scope;
  const more = termsOf(plan, recurrence).cents - termsOf(current, recurrence).cents;
  const [begin, end] = [-monthsOf(recurrence), 0].map((months) =>
    addMonths(dueDate, months, { timeZone, billingDay }).getTime(),
  ) as [number, number];
  const left = dueDate.getTime() - scope.now().getTime();
  if (more <= 0 || left <= 0) return null;
  // Prepaid periods are charged the difference in full.
  return Math.max(1, Math.round((more * left) / (end - begin)));
}

/** The next period's invoice is for the new plan, and moves the company to it when paid. */
async function planNext(tx: PlatformScope, company: CompanyRow & { dueDate: Date }, plan: PlanRow) {
  const values = { ...termsOf(plan, company.recurrence), status: 'open' as const, changesPlan: true };
  const id = await put(tx, company, { ...values, kind: 'period', dueDate: company.dueDate }, company.dueDate);
  await applyCredit(tx, id);
  return id;
}

async function askDifference(
  tx: PlatformScope,
  company: CompanyRow & { dueDate: Date },
  plan: PlanRow,
  cents: number,
) {
  await tx.db
    .update(invoices)
    .set({ status: 'cancelled', updatedAt: tx.now() })
    .where(and(eq(invoices.companyId, company.id), eq(invoices.kind, 'change'), eq(invoices.status, 'open')));
  const values = { ...termsOf(plan, company.recurrence), status: 'open' as const, cents };
  return put(tx, company, { ...values, kind: 'change', dueDate: company.dueDate }, tx.now());
}

type Terms = Omit<typeof invoices.$inferInsert, 'companyId' | 'dueDay'>;

/** One invoice per due day; a paid one is not changed. Throws ERR_INVOICE_NOT_OPEN. */
async function put(tx: PlatformScope, company: CompanyRow, terms: Terms, day: Date): Promise<number> {
  const { id: companyId } = company;
  const dueDay = zonedParts(day, zoneOf(tx.kernel, company)).day;
  const known = await tx.db.query.invoices.findFirst({
    where: and(
      eq(invoices.companyId, companyId),
      eq(invoices.dueDay, dueDay),
      eq(invoices.kind, terms.kind ?? 'period'),
    ),
  });
  if (known?.status === 'paid') throw new AppError('ERR_INVOICE_NOT_OPEN');
  const values = { ...terms, updatedAt: tx.now() };
  if (known) {
    await tx.db.update(invoices).set(values).where(eq(invoices.id, known.id));
    await expireCharges(tx, known.id);
    return known.id;
  }
  const made = await tx.db
    .insert(invoices)
    .values({ ...values, companyId, dueDay, createdAt: tx.now() })
    .returning({ id: invoices.id })
    .then(insertedRow);
  return made.id;
}
