import { platformSettings } from '@db/platform/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Kernel } from '@/kernel/scope.ts';

const NAME = 'productName';

/** What the platform calls itself. */
export async function platformName(kernel: Kernel): Promise<string> {
  const row = await kernel.platform.remember([platformSettings], NAME, () =>
    kernel.platform.db.query.platformSettings.findFirst({ where: eq(platformSettings.key, NAME) }),
  );
  return row?.value || 'Balcão';
}
