import { logos } from '@db/platform/schema/index.ts';
import { eq } from 'drizzle-orm';
import { audit } from '@/core/audit/audit.ts';
import { type PlatformScope, platformOf } from '@/core/platform-scope.ts';
import { requireSuper } from '@/core/policy.ts';
import { PLATFORM, type Scope } from '@/core/scope.ts';
import { PRIMARY_COLOR, PRODUCT_NAME } from '@/modules/mail/platform-name.queries.ts';
import { setPlatformValue } from '@/modules/settings/platform-values.service.ts';
import { getBranding, SUPPORT } from './branding.queries.ts';
import type { BrandingForm, LogoRef } from './branding.schema.ts';
import { readLogo } from './read-logo.logic.ts';

export async function setLogo(
  scope: Scope,
  { ref, bytes }: { ref: LogoRef; bytes: Uint8Array },
): Promise<void> {
  requireSuper(scope);
  const logo = await readLogo(bytes);
  const { storage } = scope.kernel;
  const { key, size } = await storage.save(PLATFORM, logo.bytes, logo.ending);
  const values = { mediaPath: key, mediaMime: logo.mime, bytes: size };
  try {
    await platformOf(scope).write(async (tx) => {
      await dropLogo(tx, ref);
      await tx.db.insert(logos).values({ ref, ...values, updatedAt: tx.now() });
      await audit(tx, { what: 'look.changed', on: { id: ref }, after: { logo: key } });
    });
  } catch (error) {
    await storage.remove(PLATFORM, key);
    throw error;
  }
}

export async function removeLogo(scope: Scope, { ref }: { ref: LogoRef }): Promise<void> {
  requireSuper(scope);
  await platformOf(scope).write(async (tx) => {
    await dropLogo(tx, ref);
    await audit(tx, { what: 'look.changed', on: { id: ref }, after: { logo: null } });
  });
}

async function dropLogo(tx: PlatformScope, ref: LogoRef): Promise<void> {
  const gone = await tx.db.delete(logos).where(eq(logos.ref, ref)).returning();
  const { kernel, log } = tx;
  tx.afterCommit(() => {
    for (const { mediaPath } of gone)
      kernel.storage
        .remove(PLATFORM, mediaPath)
        .catch((error) => log.error({ err: error }, 'a logo that nobody needs could not be removed'));
  });
}

export async function changeBranding(scope: Scope, { name, color, support }: BrandingForm): Promise<void> {
  requireSuper(scope);
  const was = await getBranding(scope.kernel);
  await platformOf(scope).write(async (tx) => {
    await setPlatformValue(tx, { key: PRODUCT_NAME, value: name });
    await setPlatformValue(tx, { key: PRIMARY_COLOR, value: color });
    await setPlatformValue(tx, { key: SUPPORT, value: support });
    const before = { name: was.name, color: was.color ?? '', support: was.support };
    await audit(tx, { what: 'look.changed', before, after: { name, color, support } });
  });
}
