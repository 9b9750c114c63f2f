import { onEachNode } from '@/core/events.ts';
import { defineModule } from '@/core/module.ts';
import { isSuper } from '@/core/policy.ts';
import { forgetOldAlerts } from './alerts.service.ts';
import { sampleApp } from './samples.service.ts';
import { publishStatusChanged, type StatusPlatformEvents } from './status.events.ts';
import { statusPages } from './status.pages.tsx';
import { countAlerts } from './status.queries.ts';
import { createStatus } from './status.state.ts';
import { statusPaths } from './status-paths.schema.ts';

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
      area: 'platform',
      group: 'server',
      isFor: isSuper,
      waiting: { count: countAlerts, channel: 'status' },
    },
  ],
  platformListeners: { 'status.changed': onEachNode(publishStatusChanged) },
  watch: ({ services }) => services.status,
  jobs: (kernel) => [{ name: 'sampleMetrics', pattern: '* * * * *', run: () => sampleApp(kernel) }],
  platformJobs: (kernel) => [
    { name: 'forgetOldAlerts', pattern: '41 4 * * *', run: () => forgetOldAlerts(kernel) },
  ],
});
