import { charges, companies, invoices, type paymentNotices } from '@db/platform/schema/index.ts';
import { eq } from 'drizzle-orm';
import { type PlatformScope, platformScope } from '@/kernel/platform-scope.ts';
import type { Kernel } from '@/kernel/scope.ts';
import type { Standing } from '@/payments/port.ts';
import { addNotice } from '../add-notice.ts';
import { type InvoiceRow, payInvoice } from '../invoices/pay-invoice.ts';
import { type Excess, findExcess } from '../plan-fit.ts';
import type { ProviderName } from '../providers/providers.ts';
import { readReference } from './charge-reference.ts';
import { expireCharges } from './expire-charges.ts';

export type ChargeRow = typeof charges.$inferSelect;
type Reason = (typeof paymentNotices.$inferSelect)['reason'];

/** After this, what the provider does not know was never made there. */
const LOST_AFTER_MS = 2 * 60_000;

/** Takes over how a charge stands at its provider; undefined when it knows none. May be called any number of times. */
export async function settleCharge(
  kernel: Kernel,
  chargeId: number,
  standing: Standing | undefined,
): Promise<void> {
  const excess = standing?.status === 'paid' ? await excessBehind(kernel, chargeId) : undefined;
  await platformScope(kernel).write(async (tx) => {
    const charge = await tx.db.query.charges.findFirst({ where: eq(charges.id, chargeId) });
    if (!charge) return;
    await change(tx, charge, { askedAt: tx.now() });
    if (charge.status === 'paid' || charge.status === 'underpaid') {
      if (standing?.status === 'gone') await noticeTakenBack(tx, charge);
      return;
    }
    if (standing?.status === 'paid') return countPayment(tx, charge, standing, excess);
    const next = nextStatus(tx, charge, standing);
    if (next === charge.status) return;
    const asked = standing && charge.status === 'asking' ? madeThere(standing) : {};
    await change(tx, charge, { ...asked, status: next });
  });
}

/** A payment that belongs to no charge of ours: it came, so somebody must be told. */
export async function noticeUnknown(
  kernel: Kernel,
  provider: ProviderName,
  { reference, paidCents }: Standing,
): Promise<void> {
  await platformScope(kernel).write(async (tx) => {
    const named = readReference(reference);
    const company =
      named && (await tx.db.query.companies.findFirst({ where: eq(companies.id, named.companyId) }));
    const reason = named && !company ? 'noCompany' : 'unknown';
    const about = { companyId: named?.companyId ?? null, invoiceId: named?.invoiceId ?? null };
    await addNotice(tx, { provider, reference, reason, cents: paidCents, ...about });
  });
}

/** One transaction, so that a month and the word that it was paid for come together or not at all. */
async function countPayment(
  tx: PlatformScope,
  charge: ChargeRow,
  standing: Standing,
  excess: Excess | undefined,
): Promise<void> {
  const invoice = await tx.db.query.invoices.findFirst({ where: eq(invoices.id, charge.invoiceId) });
  if (!invoice) return;
  const { paidCents } = standing;
  const isEnough = paidCents >= invoice.cents;
  await change(tx, charge, {
    status: isEnough ? 'paid' : 'underpaid',
    paidCents,
    providerId: standing.providerId ?? charge.providerId,
    confirmedAt: tx.now(),
  });
  const about = { ...charge, companyId: invoice.companyId, cents: paidCents };
  if (!isEnough) return addNotice(tx, { ...about, reason: 'underpaid' });
  const isCounted = await payInvoice(tx, invoice, { by: charge.provider, excess });
  if (!isCounted) return addNotice(tx, { ...about, reason: whyNot(invoice) });
  if (paidCents > invoice.cents) await addNotice(tx, { ...about, reason: 'overpaid' });
  await expireCharges(tx, invoice.id);
}

/** A refund or a chargeback: the period stays paid until somebody decides. */
async function noticeTakenBack(tx: PlatformScope, charge: ChargeRow): Promise<void> {
  const invoice = await tx.db.query.invoices.findFirst({ where: eq(invoices.id, charge.invoiceId) });
  const companyId = invoice?.companyId ?? null;
  await addNotice(tx, { ...charge, companyId, cents: charge.paidCents, reason: 'takenBack' });
}

async function excessBehind(kernel: Kernel, chargeId: number): Promise<Excess | undefined> {
  const [row] = await kernel.platform.db
    .select({ invoice: invoices })
    .from(charges)
    .innerJoin(invoices, eq(invoices.id, charges.invoiceId))
    .where(eq(charges.id, chargeId));
  return row && findExcess(kernel, row.invoice);
}

const whyNot = ({ status }: InvoiceRow): Reason => (status === 'cancelled' ? 'cancelled' : 'twice');

function nextStatus(
  tx: PlatformScope,
  { status, method, createdAt, expiresAt }: ChargeRow,
  standing: Standing | undefined,
): ChargeRow['status'] {
  const now = tx.now().getTime();
  if (!standing && status === 'asking') {
    return now - createdAt.getTime() > LOST_AFTER_MS ? 'failed' : 'asking';
  }
  // A refused card is no end: its page lets the payer try another.
  if (standing?.status === 'gone' && method === 'pix') return 'expired';
  if (status === 'asking' && standing) return 'open';
  const isOver = expiresAt !== null && expiresAt.getTime() <= now;
  return status === 'open' && isOver ? 'expired' : status;
}

function madeThere({ providerId, pixCode, link }: Standing): Partial<ChargeRow> {
  return { providerId, ...(pixCode && { pixCode }), ...(link && { link }) };
}

async function change(
  tx: PlatformScope,
  { id }: Pick<ChargeRow, 'id'>,
  values: Partial<ChargeRow>,
): Promise<void> {
  await tx.db
    .update(charges)
    .set({ ...values, updatedAt: tx.now() })
    .where(eq(charges.id, id));
}
