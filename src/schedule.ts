import { outbox } from '@db/tenant/schema/index.ts';
import { type CompanyWork, createChoreRun, createPunctualRun } from './kernel/chores.ts';
import type { Job } from './kernel/cron.ts';
import type { Kernel } from './kernel/scope.ts';
import { createMediaSweep } from './kernel/sweep-media.ts';
import { listCompanyIds } from './modules/companies/companies.queries.ts';
import { MODULES } from './modules.ts';

const SINCE_EVER = new Date(0);

export const COMPANY_WORK: CompanyWork = {
  chores: [
    ...MODULES.flatMap(({ chores = [] }) => chores),
    {
      name: 'outbox',
      tables: [outbox],
      // The outbox waits in memory, only briefly: a company with rows in its outbox counts as active.
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

export const choresOf = (kernel: Kernel): (() => Promise<void>) =>
  createChoreRun(kernel, COMPANY_WORK, () => listCompanyIds(kernel));

export const punctualChoresOf = (kernel: Kernel): (() => Promise<void>) =>
  createPunctualRun(kernel, COMPANY_WORK, () => listCompanyIds(kernel));

export function createSchedule(kernel: Kernel, doChores: () => Promise<void>): Job[] {
  return [
    ...MODULES.flatMap(({ jobs }) => jobs?.(kernel) ?? []),
    { name: 'doChores', pattern: '* * * * *', run: doChores },
    { name: 'doPunctualChores', pattern: '*/2 * * * * *', run: punctualChoresOf(kernel) },
    { name: 'lookAtSpace', pattern: '* * * * *', run: () => kernel.space.look() },
    {
      name: 'sweepMedia',
      pattern: '23 4 * * *',
      run: createMediaSweep(
        kernel,
        () => listCompanyIds(kernel),
        MODULES.flatMap(({ publicMedia = [] }) => publicMedia.map(({ column }) => column)),
      ),
    },
    {
      name: 'closeIdleDatabases',
      pattern: '* * * * *',
      run: () => kernel.tenants.sweep(),
    },
  ];
}
