import type { Scope } from '@/kernel/scope.ts';
import { getSetting } from '@/modules/settings/settings.queries.ts';

/** Which tabs the settings show to a super administrator. */
export async function settingsReader(scope: Scope) {
  return { isSuper: true, scheduleType: await getSetting(scope, 'scheduleType') };
}
