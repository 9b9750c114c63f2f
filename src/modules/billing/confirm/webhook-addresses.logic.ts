import type { Kernel } from '@/core/scope.ts';
import type { ProviderName } from '../providers/providers.queries.ts';

/** Sent with each charge to Mercado Pago; registered once at Efí for its Pix key. Null without a public address. */
export function notifyAddress({ config }: Kernel, provider: ProviderName): string | null {
  if (provider === 'efi' || !config.publicUrl?.startsWith('https:')) return null;
  return `${config.publicUrl}/api/subscription/webhook/mercadopago`;
}

/** The platform's administrators register it at Efí. `ignorar` keeps Efí from adding `/pix` (its documentation). */
export function efiWebhookAddress(origin: string, secret: string): string {
  return `${origin}/api/subscription/webhook/${secret}?ignorar=`;
}
