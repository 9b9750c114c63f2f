import { defineModule } from '@/kernel/module.ts';
import { createTestReports } from './test-report.ts';
import { trustPages } from './trust.pages.tsx';

export const trust = defineModule<{ services: 'testReport' }>({
  name: 'trust',
  services: { testReport: createTestReports },
  pages: trustPages,
});
