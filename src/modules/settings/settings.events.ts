import type { Listener } from '@/kernel/bus.ts';
import { canReadSecrets } from './settings.policy.ts';
import { listSettings } from './settings.queries.ts';
import { SECRET_SETTINGS, type SettingKey } from './settings.schema.ts';

export interface SettingEvents {
  'setting.changed': { key: SettingKey };
}
declare module '@/kernel/bus.ts' {
  interface EventMap extends SettingEvents {}
}

/** Other systems' credentials reach administrators only. */
export const tellSettingChanged: Listener<'setting.changed'> = async (scope, { key }) => {
  const setting = (await listSettings(scope)).find((candidate) => candidate.key === key);
  if (!setting) return;
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'settings',
    data: { action: 'update', setting },
    canHear: (actor) => !SECRET_SETTINGS.includes(key) || canReadSecrets(actor),
  });
};
