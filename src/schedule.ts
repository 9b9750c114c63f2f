import { outbox } from '@db/tenant/schema/index.ts';
import { type CompanyWork, createJobRun, createPunctualRun } from './core/queue/company-jobs.ts';
import type { Job } from './core/queue/cron.ts';
import type { Kernel } from './core/scope.ts';
import { createMediaSweep } from './core/storage/sweep-media.ts';
import { listCompanyIds } from './modules/companies/companies.queries.ts';
import { MODULES } from './modules.ts';

const SINCE_EVER = new Date(0);

export const COMPANY_WORK: CompanyWork = {
  jobs: [
    ...MODULES.flatMap(({ companyJobs = [] }) => companyJobs),
    {
      name: 'outbox',
      tables: [outbox],
      dueAt: async (scope) => ((await scope.kernel.outbox.hasWork(scope)) ? SINCE_EVER : null),
      run: async (scope) => scope.kernel.outbox.wake(scope.companyId),
    },
    {
      name: 'parked',
      tables: [outbox],
      dueAt: (scope) => scope.kernel.outbox.forgettingDueAt(scope),
      run: (scope) => scope.kernel.outbox.forgetParked(scope),
    },
  ],
  atStart: MODULES.flatMap(({ atStart = [] }) => atStart),
};

export const jobsOf = (kernel: Kernel): (() => Promise<void>) =>
  createJobRun(kernel, COMPANY_WORK, () => listCompanyIds(kernel));

export const punctualJobsOf = (kernel: Kernel): (() => Promise<void>) =>
  createPunctualRun(kernel, COMPANY_WORK, () => listCompanyIds(kernel));

export function createSchedule(kernel: Kernel, runJobs: () => Promise<void>): Job[] {
  return [
    ...MODULES.flatMap(({ jobs }) => jobs?.(kernel) ?? []),
    { name: 'doChores', pattern: '* * * * *', run: runJobs },
    { name: 'doPunctualChores', pattern: '*/2 * * * * *', run: punctualJobsOf(kernel) },
    { name: 'lookAtSpace', pattern: '* * * * *', run: () => kernel.space.check() },
    {
      name: 'sweepMedia',
      pattern: '23 4 * * *',
      run: createMediaSweep(kernel, () => listCompanyIds(kernel)),
    },
    {
      name: 'closeIdleDatabases',
      // Half a minute after the other jobs, which are not taken for a later use.
      pattern: '30 * * * * *',
      run: () => kernel.tenants.sweep(),
    },
  ];
}
