import { charges, companies, invoices, type paymentNotices } from '@db/platform/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { ChargeState } from '@/adapters/payments/payments.port.ts';
import { type PlatformScope, platformScope } from '@/core/platform-scope.ts';
import type { Kernel } from '@/core/scope.ts';
import { addNotice, raiseNotice } from '../add-notice.service.ts';
import { type InvoiceRow, payInvoice } from '../invoices/pay-invoice.service.ts';
import { type Excess, findExcess } from '../plan-excess.queries.ts';
import type { ProviderName } from '../providers/providers.queries.ts';
import { readReference } from './charge-reference.logic.ts';
import { expireCharges } from './expire-charges.service.ts';

export type ChargeRow = typeof charges.$inferSelect;
type Reason = (typeof paymentNotices.$inferSelect)['reason'];

/** A charge still unknown to the provider after this was never created there. */
const LOST_AFTER_MS = 2 * 60_000;

/** Applies the provider's state of a charge; undefined when it knows none. Idempotent. */
export async function settleCharge(
  kernel: Kernel,
  chargeId: number,
  state: ChargeState | undefined,
): Promise<void> {
  const excess = state?.status === 'paid' ? await excessOf(kernel, chargeId) : undefined;
  await platformScope(kernel).write(async (tx) => {
    const charge = await tx.db.query.charges.findFirst({ where: eq(charges.id, chargeId) });
    if (!charge) return;
    await change(tx, charge, { askedAt: tx.now() });
    if (charge.status === 'paid' || charge.status === 'underpaid') {
      if (state?.status === 'gone') await noticeTakenBack(tx, charge);
      if (state?.status === 'paid') await noticeFurther(tx, charge, state.paidCents);
      return;
    }
    if (state?.status === 'paid') return countPayment(tx, charge, state, excess);
    const next = nextStatus(tx, charge, state);
    if (next === charge.status) return;
    const asked = state && charge.status === 'asking' ? madeThere(state) : {};
    await change(tx, charge, { ...asked, status: next });
  });
}

/** Records a payment that matches no charge, for the administrators. */
export async function noticeUnknown(
  kernel: Kernel,
  provider: ProviderName,
  { reference, paidCents }: ChargeState,
): Promise<void> {
  await platformScope(kernel).write(async (tx) => {
    const named = readReference(reference);
    const company =
      named && (await tx.db.query.companies.findFirst({ where: eq(companies.id, named.companyId) }));
    const reason = named && !company ? 'noCompany' : 'unknown';
    await addNotice(tx, { provider, reference, reason, cents: paidCents, ...named });
  });
}

/** One transaction, so that the paid period and its event are stored together or not at all. */
async function countPayment(
  tx: PlatformScope,
  charge: ChargeRow,
  state: ChargeState,
  excess: Excess | undefined,
): Promise<void> {
  const invoice = await tx.db.query.invoices.findFirst({ where: eq(invoices.id, charge.invoiceId) });
  if (!invoice) return;
  const { paidCents } = state;
  const isEnough = paidCents >= invoice.cents;
  await change(tx, charge, {
    status: isEnough ? 'paid' : 'underpaid',
    paidCents,
    providerId: state.providerId ?? charge.providerId,
    confirmedAt: tx.now(),
  });
  const about = { ...charge, companyId: invoice.companyId, cents: paidCents };
  if (!isEnough) return addNotice(tx, { ...about, reason: 'underpaid' });
  const isCounted = await payInvoice(tx, invoice, { by: charge.provider, excess });
  if (!isCounted) return addNotice(tx, { ...about, reason: whyNot(invoice) });
  if (paidCents > invoice.cents) await addNotice(tx, { ...about, reason: 'overpaid' });
  await expireCharges(tx, invoice.id);
}

/** A link can be paid again. An older state that is read late says less, and changes nothing. */
async function noticeFurther(tx: PlatformScope, charge: ChargeRow, paidCents: number): Promise<void> {
  const cents = paidCents - (charge.paidCents ?? 0);
  if (cents <= 0) return;
  await change(tx, charge, { paidCents });
  const invoice = await tx.db.query.invoices.findFirst({ where: eq(invoices.id, charge.invoiceId) });
  if (!invoice) return;
  const isUnderpaid = charge.status === 'underpaid' && invoice.status === 'open';
  const reason = isUnderpaid ? 'underpaid' : whyNot(invoice);
  await raiseNotice(tx, { ...charge, companyId: invoice.companyId, cents, reason });
}

/** A refund or chargeback leaves the period paid until an administrator decides. */
async function noticeTakenBack(tx: PlatformScope, charge: ChargeRow): Promise<void> {
  const invoice = await tx.db.query.invoices.findFirst({ where: eq(invoices.id, charge.invoiceId) });
  const about = { ...charge, companyId: invoice?.companyId, cents: charge.paidCents };
  await addNotice(tx, { ...about, reason: 'takenBack' });
}

async function excessOf(kernel: Kernel, chargeId: number): Promise<Excess | undefined> {
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
  state: ChargeState | undefined,
): ChargeRow['status'] {
  const now = tx.now().getTime();
  if (!state && status === 'asking') {
    return now - createdAt.getTime() > LOST_AFTER_MS ? 'failed' : 'asking';
  }
  // A refused card is not final: the provider's page lets the payer try another.
  if (state?.status === 'gone' && method === 'pix') return 'expired';
  if (status === 'asking' && state) return 'open';
  const isOver = expiresAt !== null && expiresAt.getTime() <= now;
  return status === 'open' && isOver ? 'expired' : status;
}

function madeThere({ providerId, pixCode, link }: ChargeState): Partial<ChargeRow> {
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
