import { defineModule } from '@/kernel/module.ts';
import { settingsEndpoints } from './settings.endpoints.ts';
import { type SettingEvents, tellSettingChanged } from './settings.events.ts';
import { plainSettingsAtStart } from './settings.jobs.ts';

const errors = {
  ERR_NO_SETTING_FOUND: 404,
} as const;
type Errors = typeof errors;
declare module '@/kernel/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const settings = defineModule<{ errors: keyof Errors; events: keyof SettingEvents }>({
  name: 'settings',
  errors,
  endpoints: settingsEndpoints,
  listeners: { 'setting.changed': tellSettingChanged },
  atStart: [plainSettingsAtStart],
});
