import { charges, invoices } from '@db/platform/schema/index.ts';
import { and, desc, eq, ne, or } from 'drizzle-orm';
import {
  type Asked,
  type ChargeRequest,
  PaymentError,
  type PaymentMethod,
} from '@/adapters/payments/payments.port.ts';
import { insertedRow } from '@/core/db/inserted-row.ts';
import { AppError, type ErrorCode } from '@/core/errors.ts';
import { platformScope } from '@/core/platform-scope.ts';
import { createKeyedLimits } from '@/core/queue/keyed-limits.ts';
import type { Kernel } from '@/core/scope.ts';
import { getCompany } from '@/modules/companies/companies.queries.ts';
import { notifyAddress } from '../confirm/webhook-addresses.logic.ts';
import type { InvoiceRow } from '../invoices/pay-invoice.service.ts';
import { openProvider, type ProviderName, providerOf } from '../providers/providers.queries.ts';
import { chargeReference } from './charge-reference.logic.ts';
import { readCharge } from './poll-charges.service.ts';
import type { ChargeRow } from './settle-charge.service.ts';

const SECONDS: Record<PaymentMethod, number> = { pix: 3_600, card: 24 * 3_600 };
/** A code that ends within a minute is useless. */
const SPARE_MS = 60_000;
const MAX_READ = 5;

type Request = { invoice: InvoiceRow; method: PaymentMethod; origin: string };

const oneAtATime = createKeyedLimits(50);

/** Throws ERR_INVOICE_NOT_OPEN, ERR_NO_PAYMENT_PROVIDER, ERR_PAYMENT_REFUSED, ERR_PAYMENT_UNREACHABLE. */
export function openCharge(kernel: Kernel, request: Request): Promise<ChargeRow> {
  return oneAtATime.run(`${request.invoice.id}`, () => openAlone(kernel, request));
}

async function openAlone(kernel: Kernel, request: Request): Promise<ChargeRow> {
  const { method } = request;
  const provider = await providerOf(kernel, method);
  if (!provider) throw new AppError('ERR_NO_PAYMENT_PROVIDER');
  await readOpenCharges(kernel, request.invoice.id, method);
  const known = await findUsable(kernel, request.invoice.id, method, provider);
  const invoice = await kernel.platform.db.query.invoices.findFirst({
    where: eq(invoices.id, request.invoice.id),
  });
  if (invoice?.status !== 'open' || invoice.cents === 0) throw new AppError('ERR_INVOICE_NOT_OPEN');
  if (known && known.cents === invoice.cents) return known;
  const charge = await begin(kernel, invoice, { method, provider });
  return askProvider(kernel, charge, { ...request, invoice });
}

/** One whose response never came may exist; one by card or by another method may just have been paid. */
async function readOpenCharges(kernel: Kernel, invoiceId: number, method: PaymentMethod): Promise<void> {
  const open = await kernel.platform.db.query.charges.findMany({
    where: and(
      eq(charges.invoiceId, invoiceId),
      or(
        eq(charges.status, 'asking'),
        and(eq(charges.status, 'open'), or(eq(charges.method, 'card'), ne(charges.method, method))),
      ),
    ),
    orderBy: desc(charges.id),
    limit: MAX_READ,
  });
  for (const charge of open) await readCharge(kernel, charge).catch(explain(kernel, charge));
}

async function findUsable(
  { platform, clock }: Kernel,
  invoiceId: number,
  method: PaymentMethod,
  provider: ProviderName,
): Promise<ChargeRow | undefined> {
  const last = await platform.db.query.charges.findFirst({
    where: and(eq(charges.invoiceId, invoiceId), eq(charges.method, method), eq(charges.provider, provider)),
    orderBy: desc(charges.id),
  });
  const isFresh = last?.expiresAt && last.expiresAt.getTime() > clock().getTime() + SPARE_MS;
  return last?.status === 'open' && isFresh && (last.pixCode || last.link) ? last : undefined;
}

/** Written before the request to the provider: after a crash the row is looked up there. */
function begin(
  kernel: Kernel,
  { id: invoiceId, companyId, cents }: InvoiceRow,
  { method, provider }: { method: PaymentMethod; provider: ProviderName },
): Promise<ChargeRow> {
  const reference = chargeReference(kernel.ids, companyId, invoiceId);
  return platformScope(kernel).write(async (tx) => {
    const now = tx.now();
    const expiresAt = new Date(now.getTime() + SECONDS[method] * 1000);
    const values = {
      invoiceId,
      provider,
      method,
      reference,
      cents,
      expiresAt,
      createdAt: now,
      updatedAt: now,
    };
    const row = await tx.db
      .insert(charges)
      .values({ ...values, status: 'asking' })
      .returning()
      .then(insertedRow);
    return row;
  });
}

async function askProvider(kernel: Kernel, charge: ChargeRow, request: Request): Promise<ChargeRow> {
  try {
    const provider = await openProvider(kernel, charge.provider);
    const asked = await provider?.ask(await requestOf(kernel, charge, request));
    if (!asked) throw new AppError('ERR_NO_PAYMENT_PROVIDER');
    return await take(kernel, charge, asked);
  } catch (cause) {
    explain(kernel, charge)(cause);
    if (!(cause instanceof PaymentError)) throw cause;
    if (cause.isRefused) await fail(kernel, charge);
    const code: ErrorCode = cause.isRefused ? 'ERR_PAYMENT_REFUSED' : 'ERR_PAYMENT_UNREACHABLE';
    throw new AppError(code, {}, { cause });
  }
}

async function requestOf(
  kernel: Kernel,
  charge: ChargeRow,
  { invoice, origin }: Request,
): Promise<ChargeRequest> {
  const company = await getCompany(kernel, invoice.companyId);
  const { reference, method, cents } = charge;
  return {
    reference,
    method,
    cents,
    text: `#Fatura:${invoice.id} ${invoice.detail}`,
    payer: {
      name: company.billingName || company.name,
      email: company.billingEmail || company.email,
      document: company.document,
    },
    expiresInSeconds: SECONDS[method],
    notifyUrl: notifyAddress(kernel, charge.provider),
    returnUrl: origin ? `${origin}/financeiro` : null,
  };
}

/** The payment may have been confirmed before the response came; then it stays confirmed. */
function take(kernel: Kernel, { id }: ChargeRow, asked: Asked): Promise<ChargeRow> {
  return platformScope(kernel).write(async (tx) => {
    await tx.db
      .update(charges)
      .set({ ...asked, status: 'open', askedAt: tx.now(), updatedAt: tx.now() })
      .where(and(eq(charges.id, id), eq(charges.status, 'asking')));
    const row = await tx.db.query.charges.findFirst({ where: eq(charges.id, id) });
    if (!row) throw new AppError('ERR_NO_INVOICE_FOUND');
    return row;
  });
}

async function fail(kernel: Kernel, { id }: ChargeRow): Promise<void> {
  await platformScope(kernel).write((tx) =>
    tx.db
      .update(charges)
      .set({ status: 'failed', updatedAt: tx.now() })
      .where(and(eq(charges.id, id), eq(charges.status, 'asking'))),
  );
}

function explain(kernel: Kernel, { id, provider }: ChargeRow) {
  return (error: unknown) =>
    kernel.log.warn({ err: error, chargeId: id, provider }, 'a request to a payment provider failed');
}
