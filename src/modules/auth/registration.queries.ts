import type { Kernel } from '@/core/scope.ts';
import { getPublicSetting } from '@/modules/settings/settings.queries.ts';

export async function allowsRegistering(kernel: Kernel): Promise<boolean> {
  return (await getPublicSetting(kernel, 'allowregister')).value === 'enabled';
}

export async function offersRegistering(kernel: Kernel): Promise<boolean> {
  const { value } = await getPublicSetting(kernel, 'viewregister');
  return value === 'enabled' && (await allowsRegistering(kernel));
}
