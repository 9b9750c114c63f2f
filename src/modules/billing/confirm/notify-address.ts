import type { Kernel } from '@/kernel/scope.ts';
import type { ProviderName } from '../providers/providers.ts';

/** Told with each charge at Mercado Pago; Efí's is registered once for its Pix key. Null without a public address. */
export function notifyAddress({ config }: Kernel, provider: ProviderName): string | null {
  if (provider === 'efi' || !config.publicUrl?.startsWith('https:')) return null;
  return `${config.publicUrl}/api/subscription/webhook/mercadopago`;
}

/** What the platform's administrators register at Efí. `ignorar` keeps it from adding `/pix` (its documentation). */
export function efiWebhookAddress(origin: string, secret: string): string {
  return `${origin}/api/subscription/webhook/${secret}?ignorar=`;
}
