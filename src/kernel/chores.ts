import type { Table } from 'drizzle-orm';
import { yieldToLoop } from './clock.ts';
import type { Ahead } from './db/resting.ts';
import type { TenantDatabase } from './db/tenants.ts';
import { type Kernel, type Scope, systemScope, systemScopeOn } from './scope.ts';

/** What the clock does for a company whose moment has come. */
export type Chore = {
  name: string;
  /** All that `dueAt` is read from: nobody looks again until one of them is written. */
  tables: Table[];
  /** From when on there is something to do; null when nothing lies ahead. */
  dueAt(scope: Scope): Promise<Date | null>;
  run(scope: Scope): Promise<void>;
};

/** What the start does for the companies that want it, whatever the clock says. */
export type StartWork = {
  name: string;
  /** All that `isWanted` is read from. */
  tables: Table[];
  isWanted(scope: Scope): Promise<boolean>;
  run(kernel: Kernel): Promise<void>;
};

export type CompanyWork = { chores: Chore[]; atStart: StartWork[] };

/** The names a company at rest was looked at for. */
export const kindsOf = ({ chores, atStart }: CompanyWork): string[] =>
  [...chores, ...atStart].map(({ name }) => name);

/** What lies ahead of a company; asked again only when something of it was written. */
export function lookAhead(
  kernel: Kernel,
  { chores, atStart }: CompanyWork,
  companyId: number,
  database: TenantDatabase,
): Promise<Ahead> {
  const tables = [...chores, ...atStart].flatMap((work) => work.tables);
  return database.remember(tables, 'ahead', async () => {
    const scope = systemScopeOn(kernel, companyId, database);
    const moments: number[] = [];
    for (const chore of chores) {
      const dueAt = await chore.dueAt(scope);
      if (dueAt) moments.push(dueAt.getTime());
    }
    let worksAtStart = false;
    for (const work of atStart) worksAtStart ||= await work.isWanted(scope);
    return { dueAt: moments.length > 0 ? new Date(Math.min(...moments)) : null, worksAtStart };
  });
}

/** A company that failed is tried again after this long. */
const RETRY_MS = 5 * 60_000;

/**
 * A job that does what is due: of open databases, of companies at rest whose moment has come, and of those of which nobody knows. No
 * other database is opened, and looking at one that is open does not keep it so.
 */
export function createChoreRun(
  kernel: Kernel,
  work: CompanyWork,
  listIds: () => Promise<number[]>,
): () => Promise<void> {
  const failedAt = new Map<number, number>();

  /** True also of a company of which nobody knows. */
  async function mayHaveWork(companyId: number): Promise<boolean> {
    const open = await kernel.tenants.peek(companyId);
    const ahead = open ? await lookAhead(kernel, work, companyId, open) : kernel.tenants.ahead(companyId);
    return ahead === undefined || (ahead.dueAt !== null && ahead.dueAt <= kernel.clock());
  }

  async function doDue(companyId: number): Promise<void> {
    if (!(await mayHaveWork(companyId))) return;
    const wasOpen = kernel.tenants.peek(companyId) !== undefined;
    const scope = await systemScope(kernel, companyId);
    for (const chore of work.chores) {
      const dueAt = await chore.dueAt(scope);
      if (dueAt && dueAt <= scope.now()) await chore.run(scope);
    }
    if (!wasOpen) await kernel.tenants.rest(companyId);
  }

  return async () =>
    forCompanies(kernel, 'chores', await listIds(), async (companyId) => {
      const last = failedAt.get(companyId);
      if (last !== undefined && kernel.ticks() - last < RETRY_MS) return;
      failedAt.set(companyId, kernel.ticks());
      await doDue(companyId);
      failedAt.delete(companyId);
    });
}

/** The same work for one company after another: what fails costs that company only, and requests pass in between. */
export async function forCompanies<T extends number | { id: number }>(
  kernel: Kernel,
  job: string,
  companies: Iterable<T>,
  work: (company: T) => Promise<void>,
): Promise<void> {
  for (const company of companies) {
    const companyId = typeof company === 'number' ? company : company.id;
    try {
      await work(company);
    } catch (error) {
      kernel.log.error({ err: error, companyId, job }, 'a job failed for one company');
    }
    await yieldToLoop();
  }
}
