import { platformSettings } from '@db/platform/schema/index.ts';
import type { PlatformScope } from '@/core/platform-scope.ts';

export async function setPlatformValue(
  platform: PlatformScope,
  { key, value }: { key: string; value: string },
): Promise<void> {
  await platform.write((tx) =>
    tx.db
      .insert(platformSettings)
      .values({ key, value })
      .onConflictDoUpdate({ target: platformSettings.key, set: { value } }),
  );
}
