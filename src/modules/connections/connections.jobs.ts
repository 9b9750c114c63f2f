import { companies } from '@db/platform/schema/index.ts';
import { connections } from '@db/tenant/schema/index.ts';
import { yieldToLoop } from '@/kernel/clock.ts';
import { type Kernel, type Scope, systemScope } from '@/kernel/scope.ts';
import { markOpening, recordStopped } from './connection-sessions.service.ts';
import { listWantedIds } from './connections.queries.ts';

/**
 * Opens the sessions of every company that may work, one company after another; run it beside the first
 * pages, not before them. What fails costs its own company or connection only.
 */
export async function startAllConnections(kernel: Kernel): Promise<void> {
  for (const { id, isActive } of await listCompanies(kernel)) {
    if (!isActive) continue;
    await startCompanyConnections(kernel, id).catch((error) =>
      kernel.log.error({ err: error, companyId: id }, 'connections of a company could not be started'),
    );
    await yieldToLoop();
  }
}

/** Opens those that were at work or about to be; what their rows say is from before. */
export async function startCompanyConnections(kernel: Kernel, companyId: number): Promise<void> {
  const scope = await systemScope(kernel, companyId);
  const wanted = await scope.write(async (tx) => {
    const ids = await listWantedIds(tx);
    await markOpening(tx, ids);
    return ids;
  });
  for (const connectionId of wanted) {
    await startOne(scope, connectionId);
    await yieldToLoop();
  }
}

/** Closes the sessions of a company and keeps their pairing. */
export async function stopCompanyConnections(kernel: Kernel, companyId: number): Promise<void> {
  const { whatsapp } = kernel.services;
  const scope = await systemScope(kernel, companyId);
  const rows = await scope.db.select({ id: connections.id, status: connections.status }).from(connections);
  for (const { id: connectionId, status } of rows) {
    const target = { companyId, connectionId };
    if (whatsapp.find(target)) await whatsapp.stop(target);
    // Nobody has told a row from before a restart that its session is gone.
    else if (status !== 'DISCONNECTED') await recordStopped(scope, connectionId);
  }
}

/**
 * A job that closes the sessions and the lines of companies that were disabled or whose time is over, and opens them
 * again when they may work again.
 */
export function createSubscriptionSweep(kernel: Kernel): () => Promise<void> {
  const resting = new Set<number>();

  async function follow(companyId: number, isActive: boolean): Promise<void> {
    if (isActive === !resting.has(companyId)) return;
    if (isActive) await startCompanyConnections(kernel, companyId);
    else {
      await stopCompanyConnections(kernel, companyId);
      kernel.hub.closeCompany(companyId, 'expired');
    }
    if (isActive) resting.delete(companyId);
    else resting.add(companyId);
  }

  return async () => {
    for (const { id, isActive } of await listCompanies(kernel)) {
      await follow(id, isActive).catch((error) =>
        kernel.log.error({ err: error, companyId: id }, 'connections could not follow the subscription'),
      );
    }
  };
}

async function listCompanies(kernel: Kernel): Promise<{ id: number; isActive: boolean }[]> {
  const now = kernel.clock().getTime();
  const rows = await kernel.platform.db
    .select({ id: companies.id, status: companies.status, dueDate: companies.dueDate })
    .from(companies);
  return rows.map(({ id, status, dueDate }) => ({
    id,
    isActive: status && (dueDate === null || dueDate.getTime() > now),
  }));
}

async function startOne(scope: Scope, connectionId: number): Promise<void> {
  const { companyId, kernel } = scope;
  try {
    await kernel.services.whatsapp.start({ companyId, connectionId });
  } catch (error) {
    kernel.log.error({ err: error, companyId, connectionId }, 'a connection could not be started');
    await recordStopped(scope, connectionId, 'server');
  }
}
