import { createHash, timingSafeEqual } from 'node:crypto';
import { charges } from '@db/platform/schema/index.ts';
import { and, eq } from 'drizzle-orm';
import { isSignedNotice, type SignedNotice } from '@/adapters/payments/mercado-pago/webhook-signature.ts';
import { AppError } from '@/core/errors.ts';
import type { Kernel } from '@/core/scope.ts';
import type { WebhookInput } from '../billing.schema.ts';
import { noticeUnknown, settleCharge } from '../charges/settle-charge.service.ts';
import { readStored, webhookSecret } from '../providers/provider-settings.service.ts';
import { openProvider, type ProviderName } from '../providers/providers.queries.ts';

/** A notification names a few charges; limits forged lists. */
const MOST = 100;

type Notification = { type: string; body: WebhookInput; signed: SignedNotice };

/** State is read from the provider. Throws ERR_WEBHOOK_REFUSED, or ERR_PAYMENT_UNREACHABLE to repeat. */
export async function handleNotification(
  kernel: Kernel,
  { type, body, signed }: Notification,
): Promise<void> {
  // Efí's test when the address is registered; it has no effect.
  if (body.evento === 'teste_webhook') return;
  const provider = await senderOf(kernel, type, signed);
  if (!provider) throw new AppError('ERR_WEBHOOK_REFUSED');
  const ids =
    provider === 'efi' ? (body.pix ?? []).flatMap(({ txid = '' }) => txid) : [noticeOf(body, signed)];
  for (const id of new Set(ids.filter(Boolean).slice(0, MOST))) await handleOne(kernel, provider, id);
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

function noticeOf({ type, data }: WebhookInput, { dataId }: SignedNotice): string {
  return type === 'payment' && data?.id === dataId ? dataId : '';
}

async function handleOne(kernel: Kernel, name: ProviderName, id: string): Promise<void> {
  const reported = await readAnnounced(kernel, name, id).catch((cause) => {
    kernel.log.warn({ err: cause, provider: name }, 'a payment that was announced could not be read');
    throw new AppError('ERR_PAYMENT_UNREACHABLE', {}, { cause });
  });
  if (!reported) return;
  const charge = await kernel.platform.db.query.charges.findFirst({
    where: and(eq(charges.provider, name), eq(charges.reference, reported.reference)),
  });
  if (charge) await settleCharge(kernel, charge.id, reported);
  else if (reported.status === 'paid') await noticeUnknown(kernel, name, reported);
}

async function readAnnounced(kernel: Kernel, name: ProviderName, id: string) {
  return (await openProvider(kernel, name))?.readNotice(id);
}

function isSame(received: string, secret: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(received), hash(secret));
}
