import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { audit } from '@/core/audit/audit.ts';
import { systemAfter } from '@/core/clock.ts';
import type { Nodes } from '@/core/cluster/nodes-overview.ts';
import { type OwnedRows, replaceOwnedPeople } from '@/core/db/owned-rows.ts';
import { swapFolder } from '@/core/db/tenants/tenant-folder.ts';
import { AppError, InvalidInput } from '@/core/errors.ts';
import { platformOf, platformScope } from '@/core/platform-scope.ts';
import { requireRecentAuthentication, requireSuper, requireUser } from '@/core/policy.ts';
import type { StartWork } from '@/core/queue/company-jobs.ts';
import { type Kernel, type Scope, systemScope, systemScopeFor } from '@/core/scope.ts';
import { getCompany } from '@/modules/companies/companies.queries.ts';
import { pauseConnections, startIfActive } from '@/modules/connections/connections.jobs.ts';
import { findOthers } from './find-conflicts.queries.ts';
import { folderOf, reportOf, restoringIn } from './restore-files.service.ts';
import { FetchedCompany, READY, type RestoreFailure } from './restores.schema.ts';
import { isUnderWay, type RestoreState } from './restores.state.ts';

/**
 * Restores a company to the last verified backup while the others work: fetches it beside the data, then swaps the
 * folders; the previous one is set aside. The company's page shows the result. Throws ERR_NO_SUPER,
 * ERR_PROOF_REQUIRED, ERR_NO_COMPANY_FOUND, ERR_RESTORE_RUNS, InvalidInput on `typedName`.
 */
export async function restoreCompany(
  scope: Scope,
  { companyId, typedName }: { companyId: number; typedName: string },
): Promise<void> {
  requireSuper(scope);
  requireRecentAuthentication(scope);
  const { kernel } = scope;
  const { restores } = kernel.services;
  const { name } = await getCompany(kernel, companyId);
  if (typedName.trim() !== name) throw new InvalidInput({ typedName: 'backups:restore.nameDiffers' });
  if (isUnderWay(restores.state)) throw new AppError('ERR_RESTORE_RUNS');
  const company = { companyId, name };
  put(kernel, { at: 'waiting', ...company });
  await audit(platformOf(scope), { what: 'company.restoreBegan', on: { id: companyId, name } });
  restores.ended = carryOut(scope, company).catch((error) => {
    kernel.log.error({ err: error, companyId }, 'a company could not be restored');
    put(kernel, { at: 'failed', ...company, reason: 'broken', why: '' });
  });
}

type Company = { companyId: number; name: string };

async function carryOut(scope: Scope, company: Company): Promise<void> {
  const { kernel } = scope;
  const { companyId } = company;
  const folder = folderOf(kernel, companyId);
  try {
    const ended = await kernel.services.restores.fetch(
      { companyId, folder, report: reportOf(kernel, companyId) },
      (files, of) => put(kernel, { at: 'fetching', ...company, files, of }),
    );
    if ('failed' in ended) {
      // Shutting down: the next start removes what was fetched.
      if (!kernel.stopping.aborted)
        put(kernel, { at: 'failed', ...company, reason: ended.failed, why: ended.why });
      return;
    }
    put(kernel, { at: 'replacing', ...company });
    const fetched = await readFetched(folder);
    const refusal = await refusalOf(scope, companyId, fetched);
    if (refusal) {
      put(kernel, { at: 'failed', ...company, ...refusal });
      return;
    }
    await finish(kernel, company, fetched, scope);
  } finally {
    if (!kernel.stopping.aborted) await rm(folder, { recursive: true, force: true });
  }
}

/** Refused when an address now belongs to another company, or when the requesting user would lock themselves out. */
async function refusalOf(
  scope: Scope,
  companyId: number,
  { rows }: FetchedCompany,
): Promise<{ reason: RestoreFailure; why: string } | undefined> {
  const { id, email, companyId: ownId } = requireUser(scope);
  if (companyId === ownId && !(rows.logins ?? []).some((login) => login.user_id === id))
    return { reason: 'lockedOut', why: email };
  const { name, email: taken } = await findOthers(platformOf(scope).db, companyId, rows as OwnedRows);
  return name || taken ? { reason: 'taken', why: name ?? taken ?? '' } : undefined;
}

/** Audited in both logs; the company's own is the one from the backup. */
async function finish(
  kernel: Kernel,
  company: Company,
  fetched: FetchedCompany,
  asking?: Scope,
): Promise<void> {
  const { nodes } = kernel;
  const { companyId } = company;
  const work = async (epoch?: number) => {
    const aside = await reserve(kernel, companyId, fetched, epoch);
    if (nodes && epoch !== undefined) await served(nodes, companyId, epoch);
    const { run, madeAt, damage, damaged } = fetched;
    const entry = {
      what: 'company.restored' as const,
      on: { id: companyId, name: company.name },
      after: { backup: run, lost: damaged },
    };
    await audit(await (asking ? systemScopeFor(asking, companyId) : systemScope(kernel, companyId)), entry);
    await audit(asking ? platformOf(asking) : platformScope(kernel), entry);
    const report = reportOf(kernel, companyId);
    put(kernel, { at: 'done', ...company, madeAt, damage, damaged, report, aside });
  };
  await (nodes ? nodes.withLease(companyId, work) : work());
}

const SERVED_AFTER_MS = 200;
const MAX_TRIES = 150;

async function served(nodes: Nodes, companyId: number, epoch: number): Promise<void> {
  for (let tries = 0; nodes.epochOf(companyId) !== epoch && tries < MAX_TRIES; tries += 1)
    await new Promise<void>((resolve) => systemAfter(SERVED_AFTER_MS, resolve));
}

/** Idempotent, also after a crash. Returns where the previous data is now. `epoch` is that of the lease among several nodes. */
async function reserve(
  kernel: Kernel,
  companyId: number,
  { rows }: FetchedCompany,
  epoch?: number,
): Promise<string[]> {
  const { config, hub, outbox, platform, tenants } = kernel;
  const { restores } = kernel.services;
  const folder = folderOf(kernel, companyId);
  hub.closeAllOfCompany(companyId, 'expired');
  if (kernel.owns(companyId)) await endWork(kernel, companyId);
  try {
    return await tenants.replace(companyId, async () => {
      await platform.write(async (tx) => {
        const owned = rows as OwnedRows;
        const others = await findOthers(tx, companyId, owned);
        if (others.name ?? others.email) throw new AppError('ERR_EMAIL_TAKEN');
        await replaceOwnedPeople(tx, companyId, owned);
      });
      const from = join(folder, 'company');
      if (epoch === undefined) return swapFolder(config.dataDir, companyId, from);
      return restores.replace({ companyId, folder: from, scratch: folder, epoch });
    });
  } catch (error) {
    if (epoch === undefined) await resumeConnections(kernel, companyId);
    throw error;
  } finally {
    if (epoch === undefined) outbox.adopt(companyId);
    platformScope(kernel).emit('company.changed', { companyId });
  }
}

async function endWork(kernel: Kernel, companyId: number): Promise<void> {
  kernel.outbox.release(companyId);
  await pauseConnections(kernel, companyId).catch((error) =>
    kernel.log.warn(
      { err: error, companyId },
      'the connections of a company that is restored could not be stopped',
    ),
  );
}

async function resumeConnections(kernel: Kernel, companyId: number): Promise<void> {
  await startIfActive(kernel, companyId).catch((error) =>
    kernel.log.warn(
      { err: error, companyId },
      'the connections of a company that stays could not be started',
    ),
  );
}

/** Completes a restore that was fetched before a kill; among several nodes the company may be another's by then. */
export const restoresAtStart: StartWork = {
  name: 'restores',
  tables: [],
  isWanted: async () => false,
  async run(kernel) {
    for (const entry of await readdir(restoringIn(kernel)).catch(() => [])) {
      const companyId = Number(entry);
      const folder = join(restoringIn(kernel), entry);
      const fetched = Number.isInteger(companyId)
        ? await readFetched(folder).catch(() => undefined)
        : undefined;
      if (fetched && !kernel.nodes)
        await getCompany(kernel, companyId)
          .then(({ name }) => finish(kernel, { companyId, name }, fetched))
          .catch((error) => kernel.log.error({ err: error, companyId }, 'a company could not be restored'));
      await rm(folder, { recursive: true, force: true });
    }
  },
};

const readFetched = async (folder: string) =>
  FetchedCompany.parse(JSON.parse(await readFile(join(folder, READY), 'utf8')));

function put(kernel: Kernel, state: RestoreState): void {
  kernel.services.restores.state = state;
  platformScope(kernel).emit('backup.changed', null);
}
