import { defineModule } from '@/kernel/module.ts';
import { settingsEndpoints } from './settings.endpoints.ts';
import { type SettingEvents, tellSettingChanged } from './settings.events.ts';
import { plainSettingsAtStart } from './settings.jobs.ts';

export const settings = defineModule<{ events: keyof SettingEvents }>({
  name: 'settings',
  endpoints: settingsEndpoints,
  listeners: { 'setting.changed': tellSettingChanged },
  atStart: [plainSettingsAtStart],
});
