import type { Job } from './kernel/cron.ts';
import { type Kernel, systemScope } from './kernel/scope.ts';
import { forgetExpiredSessions } from './modules/auth/sessions.service.ts';
import { listCompanyIds } from './modules/companies/companies.queries.ts';
import { createSubscriptionSweep } from './modules/connections/connections.jobs.ts';
import { forgetSentChanges } from './modules/messages/sent-changes.ts';
import { wakeSnoozedTickets } from './modules/tickets/snooze.service.ts';
import { sweepPresence } from './modules/users/presence.service.ts';

/** Everything that runs by the clock. */
export function createSchedule(kernel: Kernel): Job[] {
  const eachCompany = async (work: (companyId: number) => Promise<void>) => {
    for (const companyId of await listCompanyIds(kernel)) await work(companyId);
  };
  // A company whose database is closed has nobody who would see it: its turn comes when it is opened.
  const wakeTickets = async () => {
    for (const companyId of kernel.tenants.openIds())
      await wakeSnoozedTickets(await systemScope(kernel, companyId));
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
      name: 'forgetParkedWork',
      pattern: '41 4 * * *',
      run: () => eachCompany(async (id) => kernel.outbox.forgetParked(await systemScope(kernel, id))),
    },
    {
      name: 'forgetSentChanges',
      pattern: '47 4 * * *',
      run: () => eachCompany(async (id) => forgetSentChanges(await systemScope(kernel, id))),
    },
    { name: 'wakeSnoozedTickets', pattern: '* * * * *', run: wakeTickets },
    {
      name: 'closeIdleDatabases',
      pattern: '* * * * *',
      run: () => kernel.tenants.sweep().then(() => undefined),
    },
  ];
}
