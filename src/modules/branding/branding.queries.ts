import { logos } from '@db/platform/schema/index.ts';
import type { Branding } from '@views/branding.tsx';
import { eq } from 'drizzle-orm';
import type { Medium } from '@/core/module.ts';
import type { PlatformScope } from '@/core/platform-scope.ts';
import type { Kernel } from '@/core/scope.ts';
import { PRIMARY_COLOR, platformName, platformValue } from '@/modules/mail/platform-name.queries.ts';
import { LOGO_REFS, type LogoRef } from './branding.schema.ts';

export const SUPPORT = 'supportContact';

export async function getBranding(kernel: Kernel): Promise<Branding> {
  const { platform } = kernel;
  const rows = await platform.remember([logos], 'logos', () => platform.db.select().from(logos));
  return {
    name: await platformName(kernel),
    color: (await platformValue(kernel, PRIMARY_COLOR)) || null,
    support: (await platformValue(kernel, SUPPORT)) ?? '',
    // Each upload has its own name: a new one shows at once, old ones can be cached.
    logos: Object.fromEntries(rows.map(({ ref, mediaPath }) => [ref, `/public/${mediaPath}`])),
  };
}

export async function findLogo(kernel: Kernel, ref: string): Promise<(Medium & { key: string }) | undefined> {
  if (!LOGO_REFS.some((known) => known === ref)) return undefined;
  const row = await kernel.platform.db.query.logos.findFirst({ where: eq(logos.ref, ref as LogoRef) });
  return row && { key: row.mediaPath, mime: row.mediaMime, name: null, isClean: true };
}

export async function findLogoFile(scope: PlatformScope, key: string): Promise<Medium | undefined> {
  const row = await scope.db.query.logos.findFirst({ where: eq(logos.mediaPath, key) });
  return row && { mime: row.mediaMime, name: null, isClean: true };
}
