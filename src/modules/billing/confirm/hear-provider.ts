import { createHash, timingSafeEqual } from 'node:crypto';
import { charges } from '@db/platform/schema/index.ts';
import { and, eq } from 'drizzle-orm';
import { AppError } from '@/kernel/errors.ts';
import type { Kernel } from '@/kernel/scope.ts';
import { isSignedNotice, type SignedNotice } from '@/payments/mercado-pago/webhook-signature.ts';
import type { WebhookInput } from '../billing.schema.ts';
import { noticeUnknown, settleCharge } from '../charges/settle-charge.ts';
import { readStored, webhookSecret } from '../providers/provider-settings.ts';
import { openProvider, type ProviderName } from '../providers/providers.ts';

/** One notice names a few charges; a list without end is nobody's. */
const MOST = 100;

type Said = { type: string; body: WebhookInput; signed: SignedNotice };

/**
 * A notice only says where to look: amount and state are read from the provider. Throws ERR_WEBHOOK_REFUSED for one
 * that is not verified, ERR_PAYMENT_UNREACHABLE when the provider must say it again.
 */
export async function hearProvider(kernel: Kernel, { type, body, signed }: Said): Promise<void> {
  // Efí's test when the address is registered; nothing follows from it.
  if (body.evento === 'teste_webhook') return;
  const provider = await senderOf(kernel, type, signed);
  if (!provider) throw new AppError('ERR_WEBHOOK_REFUSED');
  const ids =
    provider === 'efi' ? (body.pix ?? []).flatMap(({ txid = '' }) => txid) : [noticeOf(body, signed)];
  for (const id of new Set(ids.filter(Boolean).slice(0, MOST))) await hearOne(kernel, provider, id);
}

async function senderOf(
  kernel: Kernel,
  type: string,
  signed: SignedNotice,
): Promise<ProviderName | undefined> {
  if (type === 'mercadopago') {
    const stored = await readStored(kernel, 'mercadopago');
    return stored && isSignedNotice(stored.webhookSecret, signed) ? 'mercadopago' : undefined;
  }
  return isSame(type, await webhookSecret(kernel)) ? 'efi' : undefined;
}

/** The id that was signed, when the notice is about a payment. */
function noticeOf({ type, data }: WebhookInput, { dataId }: SignedNotice): string {
  return type === 'payment' && data?.id === dataId ? dataId : '';
}

async function hearOne(kernel: Kernel, name: ProviderName, id: string): Promise<void> {
  const standing = await readAnnounced(kernel, name, id).catch((cause) => {
    kernel.log.warn({ err: cause, provider: name }, 'a payment that was announced could not be read');
    throw new AppError('ERR_PAYMENT_UNREACHABLE', {}, { cause });
  });
  if (!standing) return;
  const charge = await kernel.platform.db.query.charges.findFirst({
    where: and(eq(charges.provider, name), eq(charges.reference, standing.reference)),
  });
  if (charge) await settleCharge(kernel, charge.id, standing);
  else if (standing.status === 'paid') await noticeUnknown(kernel, name, standing);
}

async function readAnnounced(kernel: Kernel, name: ProviderName, id: string) {
  return (await openProvider(kernel, name))?.readNotice(id);
}

/** In the same time whatever was guessed. */
function isSame(given: string, secret: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(secret));
}
