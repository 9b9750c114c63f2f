import { PaymentError, type PaymentProvider } from '@/adapters/payments/payments.port.ts';
import { AppError, InvalidInput } from '@/core/errors.ts';
import { requireRecentAuthentication, requireSuper } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import type { EfiForm, MercadoPagoForm } from '../billing.schema.ts';
import { efiWebhookAddress } from '../confirm/webhook-addresses.logic.ts';
import { readStored, storeProvider, webhookSecret } from './provider-settings.service.ts';
import { openProvider, type ProviderName } from './providers.queries.ts';

/** 'unproven': the provider could not be asked. 'deaf': no notifications, so each payment is polled. */
export type Saved = 'saved' | 'unproven' | 'deaf';

/** Empty fields stay. Throws ERR_NO_SUPER, ERR_PROOF_REQUIRED, InvalidInput for rejected credentials. */
export async function saveEfi(scope: Scope, form: EfiForm & { certificate: string }): Promise<Saved> {
  requireSuper(scope);
  requireRecentAuthentication(scope);
  const before = await readStored(scope.kernel, 'efi');
  const value = {
    clientId: form.clientId || (before?.clientId ?? ''),
    clientSecret: form.clientSecret || (before?.clientSecret ?? ''),
    pixKey: form.pixKey || (before?.pixKey ?? ''),
    certificate: form.certificate || (before?.certificate ?? ''),
  };
  requireAll(value);
  const proven = await prove(
    () => scope.kernel.services.payments.efi(value),
    (error) => (error.message.includes('certificate') ? 'certificate' : 'clientSecret'),
  );
  await storeProvider(scope, 'efi', value);
  if (proven !== 'saved') return proven;
  return listen(scope);
}

export async function saveMercadoPago(scope: Scope, form: MercadoPagoForm): Promise<Saved> {
  requireSuper(scope);
  requireRecentAuthentication(scope);
  const before = await readStored(scope.kernel, 'mercadopago');
  const value = {
    accessToken: form.accessToken || (before?.accessToken ?? ''),
    webhookSecret: form.webhookSecret || (before?.webhookSecret ?? ''),
  };
  requireAll({ accessToken: value.accessToken });
  const proven = await prove(
    () => scope.kernel.services.payments.mercadopago(value),
    () => 'accessToken',
  );
  await storeProvider(scope, 'mercadopago', value);
  return proven;
}

/** Throws ERR_NO_SUPER, ERR_PROOF_REQUIRED. */
export async function removeProvider(scope: Scope, name: ProviderName): Promise<void> {
  requireSuper(scope);
  requireRecentAuthentication(scope);
  await storeProvider(scope, name, null);
}

export type ProviderStates = {
  efi: { clientId: string; pixKey: string } | null;
  mercadopago: { isSigned: boolean } | null;
  /** Webhook addresses; '' without a public https address. */
  addresses: { efi: string; mercadopago: string };
};

/** Contains no secret but the one in Efí's address, which has to be entered at Efí. Throws ERR_NO_SUPER. */
export async function getProviderStates(scope: Scope): Promise<ProviderStates> {
  requireSuper(scope);
  const { kernel } = scope;
  const efi = await readStored(kernel, 'efi');
  const mercadopago = await readStored(kernel, 'mercadopago');
  const origin = kernel.config.publicUrl ?? '';
  return {
    efi: efi && { clientId: efi.clientId, pixKey: efi.pixKey },
    mercadopago: mercadopago && { isSigned: mercadopago.webhookSecret !== '' },
    addresses: {
      efi: origin && efiWebhookAddress(origin, await webhookSecret(kernel)),
      mercadopago: origin && `${origin}/api/subscription/webhook/mercadopago`,
    },
  };
}

function requireAll(values: Record<string, string>): void {
  const missing = Object.entries(values).filter(([, value]) => value === '');
  if (missing.length > 0)
    throw new InvalidInput(Object.fromEntries(missing.map(([name]) => [name, 'validation:required'])));
}

/** The credentials may be valid even if the provider does not respond now, so they are stored. */
async function prove(open: () => PaymentProvider, fieldOf: (error: PaymentError) => string): Promise<Saved> {
  try {
    await open().check();
    return 'saved';
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    if (error.isRefused) throw new InvalidInput({ [fieldOf(error)]: 'billing:notKnownThere' });
    return 'unproven';
  }
}

async function listen({ kernel }: Scope): Promise<Saved> {
  const { publicUrl = '' } = kernel.config;
  if (!publicUrl.startsWith('https:')) return 'deaf';
  const provider = await openProvider(kernel, 'efi');
  if (!provider) throw new AppError('ERR_NO_PAYMENT_PROVIDER');
  return provider.listenAt(efiWebhookAddress(publicUrl, await webhookSecret(kernel))).then(
    () => 'saved',
    (error) => {
      kernel.log.warn({ err: error }, 'the address for payments could not be registered at Efí');
      return 'deaf';
    },
  );
}
