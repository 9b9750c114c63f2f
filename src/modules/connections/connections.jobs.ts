import { companies } from '@db/platform/schema/index.ts';
import { connections, sessionKeys } from '@db/tenant/schema/index.ts';
import { eq, type SQL } from 'drizzle-orm';
import { yieldToLoop } from '@/core/clock.ts';
import { isDatabaseTrouble } from '@/core/db/driver/database-errors.ts';
import { forCompanies, type StartWork } from '@/core/queue/company-jobs.ts';
import { type Kernel, type Scope, systemScope } from '@/core/scope.ts';
import { listStartableIds, markOpening, recordStopped } from './connection-sessions.service.ts';
import { listWantedIds } from './connections.queries.ts';

declare module '@/core/scope.ts' {
  interface Services {
    /** Companies whose database could not be read at startup; the periodic job retries them. */
    unstarted: Set<number>;
    /** Companies whose sessions end for a while: another process goes on with them, or the company is blocked. */
    pausing: Set<number>;
  }
}

/** Run it concurrently with the first requests. A failure affects its own company or connection only. */
export async function startAllConnections(kernel: Kernel): Promise<void> {
  await forCompanies(kernel, 'connections', await listCompanies(kernel), (company) =>
    startActive(kernel, company),
  );
}

async function startActive(kernel: Kernel, { id, isActive }: Activity): Promise<void> {
  if (!isActive || !mayHaveConnections(kernel, id)) return;
  const wasOpen = kernel.tenants.peek(id) !== undefined;
  const started = await startOrPutOff(kernel, id);
  if (started === 0 && !wasOpen) await kernel.tenants.hibernate(id);
}

async function startOrPutOff(kernel: Kernel, companyId: number): Promise<number> {
  const waiting = kernel.services.unstarted;
  try {
    const started = await startCompanyConnections(kernel, companyId);
    waiting.delete(companyId);
    return started;
  } catch (error) {
    if (isDatabaseTrouble(error)) waiting.add(companyId);
    throw error;
  }
}

export const connectionsAtStart: StartWork = {
  name: 'connections',
  tables: [connections, sessionKeys],
  isWanted: async (scope) => (await listWantedIds(scope)).length > 0,
  run: startAllConnections,
  runFor: startIfActive,
};

export async function startIfActive(kernel: Kernel, companyId: number): Promise<void> {
  for (const company of await listCompanies(kernel, eq(companies.id, companyId)))
    await startActive(kernel, company);
}

function mayHaveConnections(kernel: Kernel, companyId: number): boolean {
  return kernel.tenants.ahead(companyId)?.worksAtStart ?? true;
}

export async function startCompanyConnections(kernel: Kernel, companyId: number): Promise<number> {
  const scope = await systemScope(kernel, companyId);
  const wanted = await scope.write(async (tx) => {
    const isNew = (connectionId: number) => !kernel.services.whatsapp.find({ companyId, connectionId });
    const ids = (await listStartableIds(tx)).filter(isNew);
    await markOpening(tx, ids);
    return ids;
  });
  for (const connectionId of wanted) {
    // Its next owner starts them.
    if (!kernel.owns(companyId)) break;
    await startOne(scope, connectionId);
    await yieldToLoop();
  }
  return wanted.length;
}

/** The rows keep their state, as at shutdown: what is to be sent waits for the next start instead of failing. */
export async function pauseConnections(kernel: Kernel, companyId: number): Promise<void> {
  const { whatsapp, pausing } = kernel.services;
  pausing.add(companyId);
  await whatsapp.stopCompany(companyId).finally(() => pausing.delete(companyId));
}

export function createSubscriptionSweep(kernel: Kernel): () => Promise<void> {
  const stopped = new Set<number>();

  async function follow(companyId: number, isActive: boolean): Promise<void> {
    if (isActive && kernel.services.unstarted.has(companyId)) await startOrPutOff(kernel, companyId);
    if (isActive === !stopped.has(companyId)) return;
    const isConcerned = mayHaveConnections(kernel, companyId);
    if (isActive && isConcerned) await startCompanyConnections(kernel, companyId);
    if (!isActive) {
      if (isConcerned) await pauseConnections(kernel, companyId);
      kernel.hub.closeCompany(companyId, 'expired');
    }
    if (isActive) stopped.delete(companyId);
    else stopped.add(companyId);
  }

  return async () =>
    forCompanies(kernel, 'subscriptions', await listCompanies(kernel), ({ id, isActive }) =>
      follow(id, isActive),
    );
}

type Activity = { id: number; isActive: boolean };

async function listCompanies(kernel: Kernel, which?: SQL): Promise<Activity[]> {
  const now = kernel.clock().getTime();
  const rows = await kernel.platform.db
    .select({ id: companies.id, status: companies.status, dueDate: companies.dueDate })
    .from(companies)
    .where(which);
  const own = rows.filter(({ id }) => kernel.owns(id));
  return own.map(({ id, status, dueDate }) => ({
    id,
    isActive: status && (dueDate === null || dueDate.getTime() > now),
  }));
}

async function startOne(scope: Scope, connectionId: number): Promise<void> {
  const { companyId, kernel } = scope;
  try {
    await kernel.services.whatsapp.start({ companyId, connectionId });
  } catch (error) {
    if (isDatabaseTrouble(error)) throw error;
    kernel.log.error({ err: error, companyId, connectionId }, 'a connection could not be started');
    await recordStopped(scope, connectionId, 'server');
  }
}
