import { logos, platformSettings } from '@db/platform/schema/index.ts';
import type { Look } from '@views/look.tsx';
import { eq } from 'drizzle-orm';
import type { Medium } from '@/kernel/module.ts';
import type { PlatformScope } from '@/kernel/platform-scope.ts';
import type { Kernel } from '@/kernel/scope.ts';
import { platformName } from '@/modules/mail/platform-name.ts';
import { LOGO_REFS, type LogoRef } from './look.schema.ts';

export const COLOR = 'primaryColor';

/** Asked for by every page, so that it is remembered until it changes. */
export async function getLook(kernel: Kernel): Promise<Look> {
  const { platform } = kernel;
  const color = await platform.remember([platformSettings], COLOR, () =>
    platform.db.query.platformSettings.findFirst({ where: eq(platformSettings.key, COLOR) }),
  );
  const rows = await platform.remember([logos], 'logos', () => platform.db.select().from(logos));
  return {
    name: await platformName(kernel),
    color: color?.value || null,
    // Each upload has a name of its own, so that a new one is shown at once and an old one is cached.
    logos: Object.fromEntries(rows.map(({ ref, mediaPath }) => [ref, `/public/${mediaPath}`])),
  };
}

/** Of a name that existing clients ask for: `login`, `interno`, …; undefined when there is none. */
export async function findLogo(kernel: Kernel, ref: string): Promise<(Medium & { key: string }) | undefined> {
  if (!LOGO_REFS.some((known) => known === ref)) return undefined;
  const row = await kernel.platform.db.query.logos.findFirst({ where: eq(logos.ref, ref as LogoRef) });
  return row && { key: row.mediaPath, mime: row.mediaMime, name: null, isClean: true };
}

export async function findLogoFile(scope: PlatformScope, key: string): Promise<Medium | undefined> {
  const row = await scope.db.query.logos.findFirst({ where: eq(logos.mediaPath, key) });
  return row && { mime: row.mediaMime, name: null, isClean: true };
}
