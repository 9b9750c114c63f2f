import { credits, invoices } from '@db/platform/schema/index.ts';
import { and, eq, ne, sum } from 'drizzle-orm';
import type { PlatformScope } from '@/core/platform-scope.ts';
import { expireCharges } from '../charges/expire-charges.service.ts';

/** Joins the transaction. An invoice that credit has paid whole is settled by `settleCredited`. */
export async function applyCredit(tx: PlatformScope, invoiceId: number): Promise<void> {
  const invoice = await tx.db.query.invoices.findFirst({ where: eq(invoices.id, invoiceId) });
  if (invoice?.status !== 'open') return;
  const full = invoice.cents + invoice.creditCents;
  const unused = await unusedCredit(tx, invoice.companyId);
  const creditCents = Math.min(full, unused + invoice.creditCents);
  if (creditCents === invoice.creditCents) return;
  const values = { creditCents, cents: full - creditCents, updatedAt: tx.now() };
  await tx.db.update(invoices).set(values).where(eq(invoices.id, invoiceId));
  // A code with the old price would pay too much.
  await expireCharges(tx, invoiceId);
}

/** In cents. A cancelled invoice gives its credit back. */
export async function unusedCredit({ db }: Pick<PlatformScope, 'db'>, companyId: number): Promise<number> {
  const [granted] = await db
    .select({ cents: sum(credits.cents).mapWith(Number) })
    .from(credits)
    .where(eq(credits.companyId, companyId));
  const [used] = await db
    .select({ cents: sum(invoices.creditCents).mapWith(Number) })
    .from(invoices)
    .where(and(eq(invoices.companyId, companyId), ne(invoices.status, 'cancelled')));
  return (granted?.cents ?? 0) - (used?.cents ?? 0);
}
