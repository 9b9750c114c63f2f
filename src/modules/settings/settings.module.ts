import { defineModule } from '@/kernel/module.ts';
import { settingsEndpoints } from './settings.endpoints.ts';
import { type SettingsErrors, settingsErrors } from './settings.errors.ts';
import { type SettingEvents, tellSettingChanged } from './settings.events.ts';
import { plainSettingsAtStart } from './settings.jobs.ts';

export const settings = defineModule<{ errors: keyof SettingsErrors; events: keyof SettingEvents }>({
  name: 'settings',
  errors: settingsErrors,
  endpoints: settingsEndpoints,
  listeners: { 'setting.changed': tellSettingChanged },
  atStart: [plainSettingsAtStart],
});
