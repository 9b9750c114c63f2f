import type { Table } from 'drizzle-orm';
import { yieldToLoop } from './clock.ts';
import type { Ahead } from './db/resting.ts';
import type { TenantDatabase } from './db/tenants.ts';
import { type Kernel, type Scope, systemScope, systemScopeOn } from './scope.ts';

export type Chore = {
  name: string;
  /** Every table that `dueAt` reads: it is asked again only after a write to one of them. */
  tables: Table[];
  /** When there is something to do; null for nothing. */
  dueAt(scope: Scope): Promise<Date | null>;
  run(scope: Scope): Promise<void>;
};

export type StartWork = {
  name: string;
  tables: Table[];
  isWanted(scope: Scope): Promise<boolean>;
  run(kernel: Kernel): Promise<void>;
};

export type CompanyWork = { chores: Chore[]; atStart: StartWork[] };

export const kindsOf = ({ chores, atStart }: CompanyWork): string[] =>
  [...chores, ...atStart].map(({ name }) => name);

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

const RETRY_MS = 5 * 60_000;

/** Opens only databases with due or unknown work; checking an open one does not keep it open. */
export function createChoreRun(
  kernel: Kernel,
  work: CompanyWork,
  listIds: () => Promise<number[]>,
): () => Promise<void> {
  const failedAt = new Map<number, number>();

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
