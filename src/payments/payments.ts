import type { Ticks } from '../kernel/clock.ts';
import { createEfi } from './efi/efi.ts';
import { createMercadoPago } from './mercado-pago/mercado-pago.ts';
import type { PaymentProvider, Payments } from './port.ts';

type PaymentsOptions = {
  urls: { efi: string; mercadopago: string };
  ticks: Ticks;
  now: () => Date;
};

/** A provider is kept as long as its credentials stay: it holds the token it was given. */
export function createPayments({ urls, ticks, now }: PaymentsOptions): Payments {
  const kept = new Map<string, { key: string; provider: PaymentProvider }>();
  function keep<C extends object>(name: string, credentials: C, make: () => PaymentProvider) {
    const key = JSON.stringify(credentials);
    const known = kept.get(name);
    if (known?.key === key) return known.provider;
    const provider = make();
    kept.set(name, { key, provider });
    return provider;
  }
  return {
    efi: (credentials) => keep('efi', credentials, () => createEfi(urls.efi, credentials, { ticks })),
    mercadopago: (credentials) =>
      keep('mercadopago', credentials, () => createMercadoPago(urls.mercadopago, credentials, now)),
  };
}
