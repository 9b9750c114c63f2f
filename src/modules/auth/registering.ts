import type { Kernel } from '@/kernel/scope.ts';
import { getPublicSetting } from '@/modules/settings/settings.queries.ts';

/** Whether strangers may register a company. */
export async function allowsRegistering(kernel: Kernel): Promise<boolean> {
  return (await getPublicSetting(kernel, 'allowregister')).value === 'enabled';
}

/** Whether they are shown the way. */
export async function offersRegistering(kernel: Kernel): Promise<boolean> {
  const { value } = await getPublicSetting(kernel, 'viewregister');
  return value === 'enabled' && (await allowsRegistering(kernel));
}
