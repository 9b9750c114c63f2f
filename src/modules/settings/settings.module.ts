import { onEachNode } from '@/core/events.ts';
import { defineModule } from '@/core/module.ts';
import { anyone, isAdmin } from '@/core/policy.ts';
import type { Actor } from '@/core/scope.ts';
import { paths } from '@/paths.ts';
import { holidayRoutes } from './holidays.routes.tsx';
import { settingsEndpoints } from './settings.endpoints.ts';
import {
  type PlatformSettingEvents,
  publishHolidayChanged,
  publishHolidayDeleted,
  publishHoursChanged,
  publishPlatformSettingChanged,
  publishSettingChanged,
  type SettingEvents,
} from './settings.events.ts';
import { oldChangesAtStart, plainSettingsAtStart } from './settings.jobs.ts';
import { settingsPages } from './settings.pages.tsx';
import { canReadHistory, canSeeSubject } from './settings.policy.ts';
import type { OptionSubject } from './subjects.schema.ts';

const errors = {
  ERR_NO_SETTING_FOUND: 404,
  ERR_NO_HOLIDAY_FOUND: 404,
  ERR_HOLIDAY_DAY_TAKEN: 409,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const settings = defineModule<{
  errors: keyof Errors;
  events: keyof SettingEvents;
  platformEvents: keyof PlatformSettingEvents;
}>({
  name: 'settings',
  errors,
  endpoints: [...settingsEndpoints, ...holidayRoutes.endpoints],
  pages: [...settingsPages, ...holidayRoutes.pages],
  menu: [
    {
      key: 'settings',
      label: 'settings:title',
      href: paths.settings(),
      icon: 'settings',
      section: 'settings',
      position: 10,
      isFor: isAdmin,
    },
  ],
  settingsTabs: [
    { key: 'options', label: 'settings:tabs.options', href: paths.settings(), rank: 10, isFor: anyone },
    subjectTab('company', 12),
    {
      key: 'hours',
      label: 'settings:subject.hours',
      href: paths.settingsHours(),
      rank: 20,
      isFor: isAdmin,
    },
    subjectTab('service', 22),
    subjectTab('automatic', 24),
    subjectTab('security', 26),
    subjectTab('integrations', 28),
    {
      key: 'history',
      label: 'settings:tabs.history',
      href: paths.settingsHistory(),
      rank: 90,
      isFor: canReadHistory,
    },
    { ...subjectTab('global', 135), area: 'platform', group: 'companies' },
  ],
  listeners: {
    'setting.changed': publishSettingChanged,
    'company-hours.changed': publishHoursChanged,
    'holiday.changed': publishHolidayChanged,
    'holiday.deleted': publishHolidayDeleted,
  },
  platformListeners: { 'platform-setting.changed': onEachNode(publishPlatformSettingChanged) },
  atStart: [plainSettingsAtStart, oldChangesAtStart],
});

function subjectTab(subject: OptionSubject, rank: number) {
  const label = `settings:subject.${subject}`;
  const isFor = (actor: Actor) => canSeeSubject(actor, subject);
  return { key: subject, label, href: paths.settingsSubject(subject), rank, isFor };
}
