import type { invoices } from '@db/platform/schema/index.ts';
import { AppError } from '@/core/errors.ts';
import { platformOf } from '@/core/platform-scope.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { saveBillingData } from '@/modules/companies/company-billing.service.ts';
import { decimal } from './amount.logic.ts';
import { canSeeBilling } from './billing.policy.ts';
import type { SubscriptionForm, SubscriptionInput } from './billing.schema.ts';
import type { PixChargeView } from './billing.views.ts';
import { openCharge } from './charges/open-charge.service.ts';
import { findOpenInvoice, getInvoice } from './invoices/invoices.queries.ts';
import { ensureInvoice } from './invoices/make-invoices.service.ts';
import { qrPicture } from './qr-picture.logic.ts';

/** Without an id: the due one. Throws ERR_NO_PERMISSION, ERR_NO_INVOICE_FOUND, and as `openCharge`. */
export async function subscribe(scope: Scope, input: SubscriptionInput): Promise<PixChargeView> {
  requireCan(scope, canSeeBilling);
  const invoice = input.invoiceId ? await getInvoice(scope, input.invoiceId) : await invoiceDue(scope);
  await saveBillingData(platformOf(scope), scope.companyId, namesIn(input));
  const charge = await openCharge(scope.kernel, { invoice, method: 'pix', origin: scope.origin });
  const code = charge.pixCode ?? '';
  const seconds = ((charge.expiresAt?.getTime() ?? 0) - charge.createdAt.getTime()) / 1000;
  return {
    txid: charge.reference,
    status: 'ATIVA',
    valor: { original: decimal(charge.cents) },
    calendario: { criacao: charge.createdAt.toISOString(), expiracao: Math.max(0, Math.round(seconds)) },
    pixCopiaECola: code,
    qrcode: { qrcode: code, imagemQrcode: await qrPicture(code) },
  };
}

/** Returns the open invoice; creates it when the company wants to pay early. Throws ERR_NO_INVOICE_FOUND. */
export async function invoiceDue(scope: Scope): Promise<typeof invoices.$inferSelect> {
  const { kernel, companyId } = scope;
  const known = await findOpenInvoice(kernel.platform, companyId);
  if (known) return known;
  await ensureInvoice(platformOf(scope), companyId);
  const made = await findOpenInvoice(kernel.platform, companyId);
  if (!made) throw new AppError('ERR_NO_INVOICE_FOUND');
  return made;
}

/** Data printed on the company's invoices. Throws ERR_NO_PERMISSION. */
export async function changeBillingData(scope: Scope, data: Partial<SubscriptionForm>): Promise<void> {
  requireCan(scope, canSeeBilling);
  await saveBillingData(platformOf(scope), scope.companyId, data);
}

function namesIn(input: SubscriptionInput): Partial<SubscriptionForm> {
  const { firstName = '', lastName = '', address2, city, state, zipcode, country } = input;
  const short = (text = '', most = 100) => text.replaceAll('\0', '').trim().slice(0, most);
  const data = {
    billingName: short(`${firstName} ${lastName}`, 120),
    addressStreet: short(address2, 200),
    addressCity: short(city),
    addressState: short(state, 60),
    addressZipCode: short(zipcode, 20),
    addressCountry: country === 'usa' || country === 'BR' ? country : ('' as const),
  };
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== ''));
}
