import type { PaymentMethod, PaymentProvider, Payments } from '@/adapters/payments/payments.port.ts';
import type { Kernel } from '@/core/scope.ts';
import { readStored } from './provider-settings.service.ts';

declare module '@/core/scope.ts' {
  interface Services {
    payments: Payments;
  }
}

export type ProviderName = 'efi' | 'mercadopago';

/** Undefined while it is not set up. Throws PaymentError for an unreadable certificate. */
export async function openProvider(kernel: Kernel, name: ProviderName): Promise<PaymentProvider | undefined> {
  const { payments } = kernel.services;
  if (name === 'efi') {
    const credentials = await readStored(kernel, 'efi');
    return credentials ? payments.efi(credentials) : undefined;
  }
  const credentials = await readStored(kernel, 'mercadopago');
  return credentials ? payments.mercadopago(credentials) : undefined;
}

/** Pix uses Efí when both are set up; cards use Mercado Pago only. */
export async function providerOf(kernel: Kernel, method: PaymentMethod): Promise<ProviderName | undefined> {
  if (method === 'pix' && (await readStored(kernel, 'efi'))) return 'efi';
  return (await readStored(kernel, 'mercadopago')) ? 'mercadopago' : undefined;
}

export async function methodsOffered(kernel: Kernel): Promise<PaymentMethod[]> {
  const offered: PaymentMethod[] = [];
  for (const method of ['pix', 'card'] as const) if (await providerOf(kernel, method)) offered.push(method);
  return offered;
}
