import { defineModule } from '@/core/module.ts';
import type { Kernel } from '@/core/scope.ts';
import { createThrottle, type Throttle } from '@/core/security/throttle.ts';
import { createTestReports } from './test-report.state.ts';
import { trustPages } from './trust.pages.tsx';

declare module '@/core/scope.ts' {
  interface Services {
    policyReports: Throttle;
  }
}
const createPolicyReports = ({ ticks }: Kernel) => createThrottle(ticks, { tries: 10, perSeconds: 60 });

export const trust = defineModule<{ services: 'testReport' | 'policyReports' }>({
  name: 'trust',
  services: { testReport: () => createTestReports(), policyReports: createPolicyReports },
  pages: trustPages,
});
