import type { Listener, PlatformListener } from '@/core/events.ts';
import { isAdmin, isSuper } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { getHoliday } from './holidays.queries.ts';
import { canReadHolidays, canReadSetting } from './settings.policy.ts';
import { getPublicSetting, listSettings } from './settings.queries.ts';
import type { PublicSettingKey, SettingKey, TimeZoneKey } from './settings.schema.ts';

export interface SettingEvents {
  'setting.changed': { key: SettingKey | TimeZoneKey };
  'company-hours.changed': { companyId: number };
  'holiday.changed': { holidayId: number };
  'holiday.deleted': { holidayId: number };
}
declare module '@/core/events.ts' {
  interface EventMap extends SettingEvents {}
}

export interface PlatformSettingEvents {
  'platform-setting.changed': { key: PublicSettingKey };
}
declare module '@/core/events.ts' {
  interface PlatformEventMap extends PlatformSettingEvents {}
}

/** Other systems' credentials reach administrators only. */
export const publishSettingChanged: Listener<'setting.changed'> = async (scope, { key }) => {
  const setting = (await listSettings(scope)).find((candidate) => candidate.key === key);
  if (!setting) return;
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'settings',
    data: { action: 'update', setting },
    canReceive: (actor) => canReadSetting(actor, key),
  });
};

export const publishPlatformSettingChanged: PlatformListener<'platform-setting.changed'> = async (
  { kernel },
  { key },
) => {
  const setting = await getPublicSetting(kernel, key);
  const data = { action: 'update', setting };
  kernel.hub.deliverToAll({ channel: 'settings', data, canReceive: (actor) => isSuper(actor) });
};

export const publishHoursChanged: Listener<'company-hours.changed'> = ({ kernel, companyId }) =>
  kernel.hub.deliver(companyId, {
    channel: 'companyHours',
    data: { action: 'update' },
    canReceive: (actor) => isAdmin(actor),
  });

export const publishHolidayChanged: Listener<'holiday.changed'> = async (scope, { holidayId }) =>
  publishHoliday(scope, { action: 'update', holiday: await getHoliday(scope, holidayId) });

export const publishHolidayDeleted: Listener<'holiday.deleted'> = (scope, { holidayId }) =>
  publishHoliday(scope, { action: 'delete', holidayId });

function publishHoliday({ kernel, companyId }: Scope, data: unknown): void {
  kernel.hub.deliver(companyId, { channel: 'holiday', data, canReceive: (actor) => canReadHolidays(actor) });
}
