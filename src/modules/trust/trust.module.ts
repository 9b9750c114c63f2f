import { defineModule } from '@/kernel/module.ts';
import type { Kernel } from '@/kernel/scope.ts';
import { createThrottle, type Throttle } from '@/kernel/throttle.ts';
import { createTestReports } from './test-report.ts';
import { trustPages } from './trust.pages.tsx';

declare module '@/kernel/scope.ts' {
  interface Services {
    policyReports: Throttle;
  }
}
const createPolicyReports = ({ ticks }: Kernel) => createThrottle(ticks, { tries: 10, perSeconds: 60 });

export const trust = defineModule<{ services: 'testReport' | 'policyReports' }>({
  name: 'trust',
  services: { testReport: createTestReports, policyReports: createPolicyReports },
  pages: trustPages,
});
