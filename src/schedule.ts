import { outbox } from '@db/tenant/schema/index.ts';
import {
  type CompanyWork,
  createJobRun,
  createPunctualRun,
  type StartWork,
} from './core/queue/company-jobs.ts';
import type { Job } from './core/queue/cron.ts';
import { delayAfter } from './core/queue/retry.ts';
import { type Kernel, PLATFORM } from './core/scope.ts';
import { createMediaSweep } from './core/storage/sweep-media.ts';
import { trimCache } from './core/storage/trim-cache.ts';
import { endsWithin } from './core/time-limits.ts';
import { listOwnCompanyIds } from './modules/companies/companies.queries.ts';
import { pauseConnections } from './modules/connections/connections.jobs.ts';
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

/** At the start of a process among several, before it takes companies. */
export async function beginProcess(kernel: Kernel): Promise<void> {
  for (const { run, runFor, ofPlatform } of COMPANY_WORK.atStart)
    if (!runFor && !ofPlatform) await run(kernel);
}

/** Failed work is repeated while this process owns the company; its outbox does not wait for that. */
export async function beginCompany(kernel: Kernel, companyId: number): Promise<void> {
  for (const work of COMPANY_WORK.atStart) await beginWork(kernel, companyId, work);
  if (companyId !== PLATFORM) kernel.outbox.adopt(companyId);
}

const REPEATS = { firstMs: 2_000, longestMs: 60_000 };

async function beginWork(kernel: Kernel, companyId: number, work: StartWork, failures = 0): Promise<void> {
  try {
    if (companyId !== PLATFORM) await work.runFor?.(kernel, companyId);
    else if (work.ofPlatform) await work.run(kernel);
  } catch (error) {
    kernel.log.error(
      { err: error, companyId, work: work.name },
      'work of a taken company failed; it is repeated',
    );
    kernel.services.after(delayAfter(failures + 1, REPEATS), () => {
      if (kernel.owns(companyId)) void beginWork(kernel, companyId, work, failures + 1);
    });
  }
}

const LAST_SENDS_MS = 1_000;

export async function endCompany(kernel: Kernel, companyId: number): Promise<void> {
  const { hub, outbox } = kernel;
  hub.closeAllOfCompany(companyId, 'shutdown');
  outbox.release(companyId);
  await endsWithin(outbox.idleOf(companyId), LAST_SENDS_MS);
  await pauseConnections(kernel, companyId);
}

export const jobsOf = (kernel: Kernel): (() => Promise<void>) =>
  createJobRun(kernel, COMPANY_WORK, () => listOwnCompanyIds(kernel));

export const punctualJobsOf = (kernel: Kernel): (() => Promise<void>) =>
  createPunctualRun(kernel, COMPANY_WORK, () => listOwnCompanyIds(kernel));

export function createSchedule(kernel: Kernel, runJobs: () => Promise<void>): Job[] {
  return [
    ...MODULES.flatMap(({ jobs }) => jobs?.(kernel) ?? []),
    ...MODULES.flatMap(({ platformJobs }) => platformJobs?.(kernel) ?? []).map((job) => ({
      ...job,
      run: async () => kernel.owns(PLATFORM) && job.run(),
    })),
    { name: 'runCompanyJobs', pattern: '* * * * *', run: runJobs },
    { name: 'runPunctualJobs', pattern: '*/2 * * * * *', run: punctualJobsOf(kernel) },
    { name: 'checkDiskSpace', pattern: '* * * * *', run: () => kernel.space.check() },
    {
      name: 'sweepMedia',
      pattern: '23 4 * * *',
      run: createMediaSweep(kernel, () => listOwnCompanyIds(kernel)),
    },
    { name: 'trimMediaCache', pattern: '41 * * * *', run: () => trimCache(kernel) },
    {
      name: 'closeIdleDatabases',
      // Half a minute after the other jobs, which are not taken for a later use.
      pattern: '30 * * * * *',
      run: () => kernel.tenants.sweep(),
    },
  ];
}
