import type { Scope } from '@/kernel/scope.ts';
import { canReadSecrets } from './settings.policy.ts';
import { listSettings } from './settings.queries.ts';
import { SECRET_SETTINGS, type SettingKey } from './settings.schema.ts';

declare module '@/kernel/bus.ts' {
  interface EventMap {
    'setting.changed': { key: SettingKey };
  }
}

/** Other systems' credentials reach administrators only. */
export async function tellSettingChanged(scope: Scope, key: SettingKey): Promise<void> {
  const setting = (await listSettings(scope)).find((candidate) => candidate.key === key);
  if (!setting) return;
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'settings',
    data: { action: 'update', setting },
    canHear: (actor) => !SECRET_SETTINGS.includes(key) || canReadSecrets(actor),
  });
}
