import { platformSettings } from '@db/platform/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { EfiCredentials, MercadoPagoCredentials } from '@/adapters/payments/payments.port.ts';
import { audit } from '@/core/audit/audit.ts';
import { type PlatformScope, platformOf, platformScope } from '@/core/platform-scope.ts';
import { requireSuper } from '@/core/policy.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import { decrypt, encrypt } from '@/core/security/secrets.ts';
import { setPlatformValue } from '@/modules/settings/platform-values.service.ts';

export type StoredProviders = {
  efi: EfiCredentials | null;
  mercadopago: MercadoPagoCredentials | null;
  /** Last part of Efí's webhook address; a token, so that it cannot be guessed. */
  webhook: { secret: string } | null;
};
export type StoredName = keyof StoredProviders;

const keyOf = (name: StoredName) => `payments:${name}`;

/** Null when nothing is stored, or it was encrypted with another key file. */
export async function readStored<N extends StoredName>(kernel: Kernel, name: N): Promise<StoredProviders[N]> {
  const { platform } = kernel;
  const row = await platform.remember([platformSettings], keyOf(name), () =>
    platform.db.query.platformSettings.findFirst({ where: eq(platformSettings.key, keyOf(name)) }),
  );
  if (!row?.value) return null as StoredProviders[N];
  try {
    const encrypted = Buffer.from(row.value, 'base64');
    return JSON.parse(decrypt(kernel.secrets.decryptionKeys, keyOf(name), encrypted).toString());
  } catch (error) {
    kernel.log.error({ err: error, name }, 'stored credentials of a payment provider cannot be opened');
    return null as StoredProviders[N];
  }
}

export async function storeProvider<N extends Exclude<StoredName, 'webhook'>>(
  scope: Scope,
  name: N,
  value: StoredProviders[N],
): Promise<void> {
  requireSuper(scope);
  await platformOf(scope).write(async (tx) => {
    await store(tx, name, value);
    await audit(tx, { what: value ? 'payments.changed' : 'payments.removed', on: { id: name, name } });
  });
}

/** Created on first use, only once despite concurrent calls. */
export async function webhookSecret(kernel: Kernel): Promise<string> {
  const known = await readStored(kernel, 'webhook');
  if (known) return known.secret;
  await platformScope(kernel).write(async (tx) => {
    const row = await tx.db.query.platformSettings.findFirst({
      where: eq(platformSettings.key, keyOf('webhook')),
    });
    if (!row) await store(tx, 'webhook', { secret: kernel.ids.token(24) });
  });
  return (await readStored(kernel, 'webhook'))?.secret ?? kernel.ids.token(24);
}

async function store<N extends StoredName>(
  platform: PlatformScope,
  name: N,
  value: StoredProviders[N],
): Promise<void> {
  const plain = Buffer.from(JSON.stringify(value));
  const encrypted = encrypt(platform.kernel.secrets.cipher, keyOf(name), plain).toString('base64');
  await setPlatformValue(platform, { key: keyOf(name), value: value === null ? '' : encrypted });
}
