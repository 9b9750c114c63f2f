import { platformSettings } from '@db/platform/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Kernel } from '@/core/scope.ts';

export const PRODUCT_NAME = 'productName';

export async function platformName(kernel: Kernel): Promise<string> {
  const row = await kernel.platform.remember([platformSettings], PRODUCT_NAME, () =>
    kernel.platform.db.query.platformSettings.findFirst({ where: eq(platformSettings.key, PRODUCT_NAME) }),
  );
  return row?.value || 'Balcão';
}
