import type { Ticks } from '../../core/clock.ts';
import { createEfi } from './efi/efi.client.ts';
import { createMercadoPago } from './mercado-pago/mercado-pago.client.ts';
import type { PaymentProvider, Payments } from './payments.port.ts';

type PaymentsOptions = {
  urls: { efi: string; mercadopago: string };
  ticks: Ticks;
  now: () => Date;
};

export function createPayments({ urls, ticks, now }: PaymentsOptions): Payments {
  const providers = new Map<string, { key: string; provider: PaymentProvider }>();
  function provide<C extends object>(name: string, credentials: C, make: () => PaymentProvider) {
    const key = JSON.stringify(credentials);
    const known = providers.get(name);
    if (known?.key === key) return known.provider;
    const provider = make();
    providers.set(name, { key, provider });
    return provider;
  }
  return {
    efi: (credentials) => provide('efi', credentials, () => createEfi(urls.efi, credentials, { ticks })),
    mercadopago: (credentials) =>
      provide('mercadopago', credentials, () => createMercadoPago(urls.mercadopago, credentials, now)),
  };
}
