import { plans } from '@db/platform/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { PlatformScope } from '@/core/platform-scope.ts';
import type { CompanyRow } from '@/modules/companies/companies.queries.ts';
import { recurrenceOf } from '@/modules/companies/recurrence.schema.ts';
import { findOpenInvoice } from './invoices.queries.ts';
import { setNextTerms } from './make-invoices.service.ts';
import { cancelChanges, cancelOpen } from './pay-invoice.service.ts';

/** After a change by the platform, which an open invoice must not undo. Joins the transaction. */
export async function followTerms(tx: PlatformScope, before: CompanyRow, company: CompanyRow): Promise<void> {
  const isSamePlan = before.planId === company.planId;
  if (isSamePlan && recurrenceOf(before.recurrence) === recurrenceOf(company.recurrence)) return;
  await cancelChanges(tx, company.id);
  const open = isSamePlan ? await findOpenInvoice(tx, company.id) : undefined;
  const plannedId = open?.changesPlan ? open.planId : null;
  const plan = await tx.db.query.plans.findFirst({ where: eq(plans.id, plannedId ?? company.planId ?? 0) });
  const changesPlan = plannedId !== null;
  if (plan && (changesPlan || plan.value > 0)) await setNextTerms(tx, company, plan, { changesPlan });
  else await cancelOpen(tx, company.id);
  tx.emit('invoices.changed', { companyId: company.id });
}
