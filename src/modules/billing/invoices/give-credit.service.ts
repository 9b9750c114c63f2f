import { credits, invoices } from '@db/platform/schema/index.ts';
import { and, eq, gt } from 'drizzle-orm';
import { audit } from '@/core/audit/audit.ts';
import { insertedRow } from '@/core/db/inserted-row.ts';
import { makeOnce } from '@/core/idempotency/make-once.ts';
import { type PlatformScope, platformOf, platformScope } from '@/core/platform-scope.ts';
import { requireSuper } from '@/core/policy.ts';
import { forCompanies } from '@/core/queue/company-jobs.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import { findExcess } from '../plan-excess.queries.ts';
import { applyCredit } from './credits.service.ts';
import { findOpenInvoice } from './invoices.queries.ts';
import { payInvoice, requireInvoice } from './pay-invoice.service.ts';

/**
 * To the company of an invoice, in reais: its open invoice becomes cheaper at once, what is left is for the next ones.
 * Idempotent by `clientId`. Throws ERR_NO_SUPER, ERR_NO_INVOICE_FOUND, InvalidInput on `form`.
 */
export async function giveCredit(
  scope: Scope,
  { clientId, ...input }: { invoiceId: number; value: number; note: string; clientId?: string },
): Promise<void> {
  requireSuper(scope);
  await platformOf(scope).write((tx) =>
    makeOnce(tx, { what: 'credit', clientId, request: input }, () => addCredit(tx, input)),
  );
  await settleCredited(scope.kernel);
}

async function addCredit(
  tx: PlatformScope,
  { invoiceId, value, note }: { invoiceId: number; value: number; note: string },
): Promise<number> {
  const { companyId } = await requireInvoice(tx, invoiceId);
  const cents = Math.round(value * 100);
  const row = await tx.db
    .insert(credits)
    .values({ companyId, cents, note, createdAt: tx.now() })
    .returning({ id: credits.id })
    .then(insertedRow);
  const open = await findOpenInvoice(tx, companyId);
  if (open) await applyCredit(tx, open.id);
  const on = { id: invoiceId, name: `#${invoiceId}` };
  await audit(tx, { what: 'invoice.credited', on, after: { value, note } });
  tx.emit('invoices.changed', { companyId });
  return row.id;
}

/** Pays the invoices of which nothing remains to be paid. */
export async function settleCredited(kernel: Kernel): Promise<void> {
  const platform = platformScope(kernel);
  const settled = await platform.db
    .select()
    .from(invoices)
    .where(and(eq(invoices.status, 'open'), eq(invoices.cents, 0), gt(invoices.creditCents, 0)));
  await forCompanies(kernel, 'settleCredited', settled, async (invoice) => {
    const excess = await findExcess(kernel, invoice);
    await platform.write((tx) => payInvoice(tx, invoice, { by: 'credit', excess }));
  });
}
