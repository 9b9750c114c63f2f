import { defineModule } from '@/kernel/module.ts';
import { isSuper } from '@/kernel/policy.ts';
import { forgetOldAlerts } from './alerts.ts';
import { sampleApp } from './samples.ts';
import { publishStatusChanged, type StatusPlatformEvents } from './status.events.ts';
import { statusPages } from './status.pages.tsx';
import { countAlerts } from './status.queries.ts';
import { statusPaths } from './status-paths.schema.ts';
import { createStatus } from './watch.ts';

export const status = defineModule<{ platformEvents: keyof StatusPlatformEvents; services: 'status' }>({
  name: 'status',
  services: { status: createStatus },
  pages: statusPages,
  settingsTabs: [
    {
      key: 'status',
      label: 'status:tab',
      href: statusPaths.page(),
      rank: 185,
      isFor: isSuper,
      waiting: { count: countAlerts, channel: 'status' },
    },
  ],
  platformListeners: { 'status.changed': publishStatusChanged },
  watch: ({ services }) => services.status,
  jobs: (kernel) => [
    { name: 'lookAtDesk', pattern: '* * * * *', run: () => sampleApp(kernel) },
    { name: 'forgetOldAlerts', pattern: '41 4 * * *', run: () => forgetOldAlerts(kernel) },
  ],
});
