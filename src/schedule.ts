import type { Job } from './kernel/cron.ts';
import type { Kernel } from './kernel/scope.ts';
import { forgetExpiredSessions } from './modules/auth/sessions.service.ts';
import { listCompanyIds } from './modules/companies/companies.queries.ts';
import { createSubscriptionSweep } from './modules/connections/connections.jobs.ts';
import { sweepPresence } from './modules/users/presence.service.ts';

/** Everything that runs by the clock. */
export function createSchedule(kernel: Kernel): Job[] {
  const eachCompany = async (work: (companyId: number) => Promise<void>) => {
    for (const companyId of await listCompanyIds(kernel)) await work(companyId);
  };
  return [
    { name: 'forgetExpiredSessions', pattern: '17 * * * *', run: () => forgetExpiredSessions(kernel) },
    {
      name: 'sweepPresence',
      pattern: '*/5 * * * *',
      run: () => eachCompany((id) => sweepPresence(kernel, id)),
    },
    { name: 'followSubscriptions', pattern: '* * * * *', run: createSubscriptionSweep(kernel) },
    {
      name: 'closeIdleDatabases',
      pattern: '* * * * *',
      run: () => kernel.tenants.sweep().then(() => undefined),
    },
  ];
}
