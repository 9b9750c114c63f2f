import { companies, invoices, plans } from '@db/platform/schema/index.ts';
import { and, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { yieldToLoop } from '@/core/clock.ts';
import { type PlatformScope, platformScope } from '@/core/platform-scope.ts';
import type { Kernel } from '@/core/scope.ts';
import { zonedParts } from '@/core/zoned-time.ts';
import { type CompanyRow, zoneOf } from '@/modules/companies/companies.queries.ts';
import { recurrenceOf } from '@/modules/companies/recurrence.schema.ts';
import { expireCharges } from '../charges/expire-charges.service.ts';
import { monthsOf } from '../recurrence.logic.ts';
import { applyCredit } from './credits.service.ts';

const DAYS_AHEAD = 20;
const DAY_MS = 86_400_000;

type Due = Pick<CompanyRow, 'timeZone' | 'recurrence'> & {
  companyId: number;
  dueDate: Date;
  plan: typeof plans.$inferSelect;
};

/** One for each company whose end is near or past; cancels an open invoice for another day than the current end. */
export async function makeDueInvoices(kernel: Kernel): Promise<void> {
  const platform = platformScope(kernel);
  await followDueDates(platform);
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
async function makeInvoice(tx: PlatformScope, due: Due): Promise<void> {
  const { companyId, dueDate, plan } = due;
  if (plan.value === 0) return;
  const values = {
    ...termsOf(plan, due.recurrence),
    status: 'open' as const,
    changesPlan: false,
    dueDate,
    updatedAt: tx.now(),
  };
  const dueDay = zonedParts(dueDate, zoneOf(tx.kernel, due)).day;
  const [made] = await tx.db
    .insert(invoices)
    .values({ ...values, companyId, kind: 'period', dueDay, createdAt: tx.now() })
    .onConflictDoUpdate({
      target: [invoices.companyId, invoices.dueDay, invoices.kind],
      set: values,
      setWhere: eq(invoices.status, 'cancelled'),
    })
    .returning({ id: invoices.id });
  if (!made) return;
  await applyCredit(tx, made.id);
  tx.emit('invoices.changed', { companyId });
}

/** Changes the next period's unpaid invoice. With `changesPlan`, paying it begins the plan. Joins the transaction. */
export async function setNextTerms(
  tx: PlatformScope,
  { id: companyId, recurrence }: { id: number; recurrence: string },
  plan: typeof plans.$inferSelect,
  { changesPlan } = { changesPlan: false },
): Promise<void> {
  const changed = await tx.db
    .update(invoices)
    .set({ ...termsOf(plan, recurrence), changesPlan, updatedAt: tx.now() })
    .where(and(eq(invoices.companyId, companyId), eq(invoices.kind, 'period'), eq(invoices.status, 'open')))
    .returning({ id: invoices.id });
  // A code with the old price would pay too much or too little.
  for (const { id } of changed) {
    await expireCharges(tx, id);
    await applyCredit(tx, id);
  }
}

/** A plan's value is monthly; a recurrence has several months. Credit is applied afterwards (`applyCredit`). */
export function termsOf(plan: typeof plans.$inferSelect, recurrence: string) {
  return {
    detail: plan.name,
    planId: plan.id,
    users: plan.users,
    connections: plan.connections,
    queues: plan.queues,
    recurrence: recurrenceOf(recurrence),
    cents: Math.round(plan.value * 100) * monthsOf(recurrence),
    creditCents: 0,
  };
}

function dueCompanies(db: PlatformScope['db']) {
  const { id: companyId, dueDate, recurrence, timeZone } = companies;
  return db
    .select({ companyId, dueDate, recurrence, timeZone, plan: plans })
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

/** A company that moves to another time zone is due on the same day, at another moment. */
export async function followDueDates(platform: PlatformScope): Promise<void> {
  const isOutdated = and(
    eq(invoices.status, 'open'),
    eq(invoices.kind, 'period'),
    sql`${companies.dueDate} is not ${invoices.dueDate}`,
  );
  const outdated = ({ db }: PlatformScope) =>
    db
      .select({ id: invoices.id, dueDay: invoices.dueDay, company: companies })
      .from(invoices)
      .innerJoin(companies, eq(companies.id, invoices.companyId))
      .where(isOutdated);
  if ((await outdated(platform).limit(1)).length === 0) return;
  await platform.write(async (tx) => {
    for (const { id, dueDay, company } of await outdated(tx)) {
      const { dueDate } = company;
      const isSameDay = dueDate && zonedParts(dueDate, zoneOf(tx.kernel, company)).day === dueDay;
      await tx.db
        .update(invoices)
        .set({ ...(isSameDay ? { dueDate } : { status: 'cancelled' as const }), updatedAt: tx.now() })
        .where(eq(invoices.id, id));
      tx.emit('invoices.changed', { companyId: company.id });
    }
  });
}
