import { platformSettings } from '@db/platform/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Kernel } from '@/core/scope.ts';

export const PRODUCT_NAME = 'productName';

export const PRIMARY_COLOR = 'primaryColor';

export async function platformName(kernel: Kernel): Promise<string> {
  return (await platformValue(kernel, PRODUCT_NAME)) || 'Balcão';
}

/** Cached until it changes, since every page needs some. */
export async function platformValue({ platform }: Kernel, key: string): Promise<string | undefined> {
  const row = await platform.remember([platformSettings], key, () =>
    platform.db.query.platformSettings.findFirst({ where: eq(platformSettings.key, key) }),
  );
  return row?.value;
}
