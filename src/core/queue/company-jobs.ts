import type { Table } from 'drizzle-orm';
import { yieldToLoop } from '../clock.ts';
import { isDatabaseTrouble } from '../db/driver/database-errors.ts';
import type { Ahead } from '../db/tenants/hibernation.ts';
import type { TenantDatabase } from '../db/tenants/tenants.ts';
import { AppError } from '../errors.ts';
import { type Kernel, type Scope, systemScope, systemScopeOn } from '../scope.ts';
import { StoreFailure } from '../storage/store-failure.ts';

export type CompanyJob = {
  name: string;
  /** Every table that `dueAt` reads: it is called again only after a write to one of them. */
  tables: Table[];
  /** Null when there is nothing to do. */
  dueAt(scope: Scope): Promise<Date | null>;
  run(scope: Scope): Promise<void>;
  /** Needed to the second: checked every two seconds instead of every minute. */
  isPunctual?: true;
};

export type StartWork = {
  name: string;
  tables: Table[];
  isWanted(scope: Scope): Promise<boolean>;
  run(kernel: Kernel): Promise<void>;
  /** The same for one company, which this process has just taken. */
  runFor?(kernel: Kernel, companyId: number): Promise<void>;
  /** Among several processes only one does it. */
  ofPlatform?: true;
};

export type CompanyWork = { jobs: CompanyJob[]; atStart: StartWork[] };

export const kindsOf = ({ jobs, atStart }: CompanyWork): string[] =>
  [...jobs, ...atStart].map(({ name }) => name);

export function lookAhead(
  kernel: Kernel,
  { jobs, atStart }: CompanyWork,
  companyId: number,
  database: TenantDatabase,
): Promise<Ahead> {
  const tables = [...jobs, ...atStart].flatMap((work) => work.tables);
  return database.remember(tables, 'ahead', async () => {
    const scope = await systemScopeOn(kernel, companyId, database);
    const moments: number[] = [];
    for (const companyJob of jobs) {
      const dueAt = await companyJob.dueAt(scope);
      if (dueAt) moments.push(dueAt.getTime());
    }
    let worksAtStart = false;
    for (const work of atStart) worksAtStart ||= await work.isWanted(scope);
    return { dueAt: moments.length > 0 ? new Date(Math.min(...moments)) : null, worksAtStart };
  });
}

const RETRY_MS = 5 * 60_000;
const PASSING_MS = 10_000;

/** A company whose work failed, or has not ended, is left alone for a while; a job that failed by itself keeps no other waiting. */
function createAttempts({ ticks }: Pick<Kernel, 'ticks'>) {
  const endsAt = new Map<number, number>();
  const paused = new Map<string, number>();
  const isOver = (moment = Number.NEGATIVE_INFINITY) => ticks() >= moment;
  return {
    mayBegin: (companyId: number) => isOver(endsAt.get(companyId)),
    async run(companyId: number, work: () => Promise<void>): Promise<void> {
      endsAt.set(companyId, ticks() + RETRY_MS);
      await work().catch((error) => {
        if (isPassing(error)) endsAt.set(companyId, ticks() + PASSING_MS);
        throw error;
      });
      endsAt.delete(companyId);
    },
    async runDue(scope: Scope, jobs: CompanyJob[]): Promise<void> {
      const { companyId } = scope;
      for (const { name, dueAt, run } of jobs) {
        const key = `${companyId} ${name}`;
        if (!isOver(paused.get(key))) continue;
        try {
          const moment = await dueAt(scope);
          if (moment && moment <= scope.now()) await run(scope);
          paused.delete(key);
        } catch (error) {
          if (isPassing(error)) throw error;
          paused.set(key, ticks() + (error instanceof StoreFailure ? PASSING_MS : RETRY_MS));
          scope.log.error({ err: error, companyId, job: name }, 'a job of a company failed');
        }
      }
    },
  };
}

const isPassing = (error: unknown) =>
  isDatabaseTrouble(error) || (error instanceof AppError && error.code === 'ERR_NOT_OWNER');

/** Opens only databases with due or unknown work; checking an open one does not keep it open. */
export function createJobRun(
  kernel: Kernel,
  work: CompanyWork,
  listIds: () => Promise<number[]>,
): () => Promise<void> {
  const attempts = createAttempts(kernel);

  async function mayHaveWork(companyId: number): Promise<boolean> {
    const open = await kernel.tenants.peek(companyId);
    const ahead = open ? await lookAhead(kernel, work, companyId, open) : kernel.tenants.ahead(companyId);
    return ahead === undefined || (ahead.dueAt !== null && ahead.dueAt <= kernel.clock());
  }

  async function doDue(companyId: number): Promise<void> {
    if (!(await mayHaveWork(companyId))) return;
    await withOpenCompany(kernel, companyId, async () => {
      await attempts.runDue(await systemScope(kernel, companyId), work.jobs);
    });
  }

  return async () =>
    forCompanies(kernel, 'company jobs', await listIds(), async (companyId) => {
      if (attempts.mayBegin(companyId)) await attempts.run(companyId, () => doDue(companyId));
    });
}

/** Opens a hibernated company once per due moment: the due work may belong to another job. */
export function createPunctualRun(
  kernel: Kernel,
  { jobs }: CompanyWork,
  listIds: () => Promise<number[]>,
): () => Promise<void> {
  const punctual = jobs.filter(({ isPunctual }) => isPunctual);
  const openedFor = new Map<number, number>();
  const attempts = createAttempts(kernel);

  function isWorthOpening(companyId: number): boolean {
    const dueAt = kernel.tenants.ahead(companyId)?.dueAt?.getTime();
    if (dueAt === undefined || dueAt > kernel.clock().getTime()) return false;
    if (openedFor.get(companyId) === dueAt) return false;
    openedFor.set(companyId, dueAt);
    return true;
  }

  async function mayBeDue(companyId: number): Promise<boolean> {
    const open = kernel.tenants.peek(companyId);
    if (!open) return isWorthOpening(companyId);
    const database = await open;
    const scope = await systemScopeOn(kernel, companyId, database);
    for (const { name, tables, dueAt } of punctual) {
      const moment = await database.remember(tables, `due: ${name}`, () => dueAt(scope));
      if (moment && moment <= kernel.clock()) return true;
    }
    return false;
  }

  return async () =>
    forCompanies(kernel, 'punctual jobs', await listIds(), async (companyId) => {
      if (!attempts.mayBegin(companyId) || !(await mayBeDue(companyId))) return;
      await attempts.run(companyId, async () =>
        attempts.runDue(await systemScope(kernel, companyId), punctual),
      );
    });
}

/** Hibernates the company afterwards, unless it was open before. */
export async function withOpenCompany(
  kernel: Kernel,
  companyId: number,
  work: () => Promise<void>,
): Promise<void> {
  const wasOpen = kernel.tenants.peek(companyId) !== undefined;
  await work();
  if (!wasOpen) await kernel.tenants.hibernate(companyId);
}

export async function forCompanies<T extends number | { id: number } | { companyId: number }>(
  kernel: Kernel,
  job: string,
  companies: Iterable<T>,
  work: (company: T) => Promise<void>,
): Promise<void> {
  for (const company of companies) {
    const companyId = idOf(company);
    try {
      await work(company);
    } catch (error) {
      kernel.log.error({ err: error, companyId, job }, 'a job failed for one company');
    }
    await yieldToLoop();
  }
}

function idOf(company: number | { id: number } | { companyId: number }): number {
  if (typeof company === 'number') return company;
  return 'companyId' in company ? company.companyId : company.id;
}
