import { companies, invoices, plans } from '@db/platform/schema/index.ts';
import { and, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { yieldToLoop } from '@/core/clock.ts';
import { type PlatformScope, platformScope } from '@/core/platform-scope.ts';
import type { Kernel } from '@/core/scope.ts';
import { zonedParts } from '@/core/zoned-time.ts';
import { recurrenceOf } from '@/modules/companies/recurrence.schema.ts';
import { expireCharges } from '../charges/expire-charges.service.ts';
import { monthsOf } from '../recurrence.logic.ts';

/** Contract: jobs §7. */
const DAYS_AHEAD = 20;
const DAY_MS = 86_400_000;

type Due = { companyId: number; dueDate: Date; recurrence: string; plan: typeof plans.$inferSelect };

/** One for each company whose end is near or past; cancels an open invoice for another day than the current end. */
export async function makeDueInvoices(kernel: Kernel): Promise<void> {
  const platform = platformScope(kernel);
  await cancelOutdated(platform);
  for (const due of await listDue(kernel)) {
    try {
      await platform.write((tx) => makeInvoice(tx, due));
    } catch (error) {
      kernel.log.error({ err: error, companyId: due.companyId }, 'an invoice could not be made');
    }
    await yieldToLoop();
  }
}

/** Also long before the end, for early payment. Does nothing without a plan or an end. */
export async function ensureInvoice(platform: PlatformScope, companyId: number): Promise<void> {
  await platform.write(async (tx) => {
    const [due] = await dueCompanies(tx.db).where(
      and(eq(companies.id, companyId), isNotNull(companies.dueDate)),
    );
    if (due?.dueDate) await makeInvoice(tx, { ...due, dueDate: due.dueDate });
  });
}

/** Does nothing for a free plan or a due day that has an invoice; reopens a cancelled one. */
export async function makeInvoice(tx: PlatformScope, due: Due): Promise<void> {
  const { companyId, dueDate, plan } = due;
  if (plan.value === 0) return;
  const values = {
    ...termsOf(plan, due.recurrence),
    status: 'open' as const,
    dueDate,
    updatedAt: tx.now(),
  };
  const dueDay = zonedParts(dueDate, tx.kernel.config.timeZone).day;
  const [made] = await tx.db
    .insert(invoices)
    .values({ ...values, companyId, kind: 'period', dueDay, createdAt: tx.now() })
    .onConflictDoUpdate({
      target: [invoices.companyId, invoices.dueDay, invoices.kind],
      set: values,
      setWhere: eq(invoices.status, 'cancelled'),
    })
    .returning({ id: invoices.id });
  if (made) tx.emit('invoices.changed', { companyId });
}

/** Changes the next period's unpaid invoice, which no longer changes the plan. Joins the transaction. */
export async function setNextTerms(
  tx: PlatformScope,
  { id: companyId, recurrence }: { id: number; recurrence: string },
  plan: typeof plans.$inferSelect,
): Promise<void> {
  const changed = await tx.db
    .update(invoices)
    .set({ ...termsOf(plan, recurrence), changesPlan: false, updatedAt: tx.now() })
    .where(and(eq(invoices.companyId, companyId), eq(invoices.kind, 'period'), eq(invoices.status, 'open')))
    .returning({ id: invoices.id });
  // A code with the old price would pay too much or too little.
  for (const { id } of changed) await expireCharges(tx, id);
}

/** The plan's value is monthly (spec part 2 §9); a recurrence has several months. */
export function termsOf(plan: typeof plans.$inferSelect, recurrence: string) {
  return {
    detail: plan.name,
    planId: plan.id,
    users: plan.users,
    connections: plan.connections,
    queues: plan.queues,
    recurrence: recurrenceOf(recurrence),
    cents: Math.round(plan.value * 100) * monthsOf(recurrence),
  };
}

function dueCompanies(db: PlatformScope['db']) {
  const { id: companyId, dueDate, recurrence } = companies;
  return db
    .select({ companyId, dueDate, recurrence, plan: plans })
    .from(companies)
    .innerJoin(plans, eq(plans.id, companies.planId));
}

async function listDue({ platform, clock }: Kernel): Promise<Due[]> {
  const until = new Date(clock().getTime() + DAYS_AHEAD * DAY_MS);
  const isOfThisEnd = and(
    eq(invoices.companyId, companies.id),
    eq(invoices.kind, 'period'),
    eq(invoices.dueDate, companies.dueDate),
    sql`${invoices.status} <> 'cancelled'`,
  );
  const rows = await dueCompanies(platform.db)
    .leftJoin(invoices, isOfThisEnd)
    .where(and(lte(companies.dueDate, until), gt(plans.value, 0), isNull(invoices.id)));
  return rows.flatMap(({ dueDate, ...row }) => (dueDate ? [{ ...row, dueDate }] : []));
}

async function cancelOutdated(platform: PlatformScope): Promise<void> {
  const isOutdated = sql`${invoices.status} = 'open' and ${invoices.kind} = 'period' and exists (
    select 1 from ${companies} where ${companies.id} = ${invoices.companyId}
    and ${companies.dueDate} is not ${invoices.dueDate})`;
  const known = await platform.db.select({ id: invoices.id }).from(invoices).where(isOutdated).limit(1);
  if (known.length === 0) return;
  await platform.write(async (tx) => {
    const gone = await tx.db
      .update(invoices)
      .set({ status: 'cancelled', updatedAt: tx.now() })
      .where(isOutdated)
      .returning({ companyId: invoices.companyId });
    for (const { companyId } of gone) tx.emit('invoices.changed', { companyId });
  });
}
