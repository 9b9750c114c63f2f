import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { audit } from '@/kernel/audit.ts';
import type { StartWork } from '@/kernel/chores.ts';
import { type OwnedRows, replaceOwnedPeople } from '@/kernel/db/owned-rows.ts';
import { swapFolder } from '@/kernel/db/tenant-folder.ts';
import { AppError, InvalidInput } from '@/kernel/errors.ts';
import { platformOf, platformScope } from '@/kernel/platform-scope.ts';
import { requireFreshProof, requireSuper, requireUser } from '@/kernel/policy.ts';
import { type Kernel, type Scope, systemScope, systemScopeFor } from '@/kernel/scope.ts';
import { getCompany } from '@/modules/companies/companies.queries.ts';
import { stopCompanyConnections } from '@/modules/connections/connections.jobs.ts';
import { findOthers } from './find-others.ts';
import { isUnderWay, type RestoreState } from './restore-state.ts';
import { FetchedCompany, READY, type RestoreFailure } from './restores.schema.ts';

/**
 * Begins to bring a company back to the last proven backup, while the others work: it is fetched beside the data, and
 * takes the place of what is there, which is set aside. What comes of it is told on the company's page. Throws
 * ERR_NO_SUPER, ERR_PROOF_REQUIRED, ERR_NO_COMPANY_FOUND, ERR_RESTORE_RUNS, InvalidInput on `typedName`.
 */
export async function restoreCompany(
  scope: Scope,
  { companyId, typedName }: { companyId: number; typedName: string },
): Promise<void> {
  requireSuper(scope);
  requireFreshProof(scope);
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
      // Stopped with the desk: the next start removes what was fetched.
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

/** Nobody may take an address from another company, nor lock themselves out. */
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

/** Told in both histories; the company's own is that of the backup. */
async function finish(
  kernel: Kernel,
  company: Company,
  fetched: FetchedCompany,
  asking?: Scope,
): Promise<void> {
  const { companyId } = company;
  const aside = await takePlace(kernel, companyId, fetched);
  const { run, madeAt, damage, damaged } = fetched;
  const entry = {
    what: 'company.restored' as const,
    on: { id: companyId, name: company.name },
    after: { backup: run, lost: damaged },
  };
  await audit(await (asking ? systemScopeFor(asking, companyId) : systemScope(kernel, companyId)), entry);
  await audit(asking ? platformOf(asking) : platformScope(kernel), entry);
  put(kernel, {
    at: 'done',
    ...company,
    madeAt,
    damage,
    damaged,
    report: reportOf(kernel, companyId),
    aside,
  });
}

/** Can be repeated, whatever a crash left. Where what was there lies now. */
async function takePlace(kernel: Kernel, companyId: number, { rows }: FetchedCompany): Promise<string[]> {
  const { config, hub, outbox, platform, tenants } = kernel;
  const folder = folderOf(kernel, companyId);
  hub.closeWhole(companyId);
  outbox.leave(companyId);
  // Its database may be missing or broken, which is why it is restored.
  await stopCompanyConnections(kernel, companyId).catch((error) =>
    kernel.log.warn(
      { err: error, companyId },
      'the lines of a company that is restored could not be stopped',
    ),
  );
  try {
    return await tenants.replace(companyId, async () => {
      await platform.write(async (tx) => {
        const owned = rows as OwnedRows;
        const others = await findOthers(tx, companyId, owned);
        if (others.name ?? others.email) throw new AppError('ERR_EMAIL_TAKEN');
        await replaceOwnedPeople(tx, companyId, owned);
      });
      return swapFolder(config.dataDir, companyId, join(folder, 'company'));
    });
  } finally {
    outbox.meet(companyId);
    platformScope(kernel).emit('company.changed', { companyId });
  }
}

/** What a desk that was killed had fetched takes its place now; half of a folder goes. */
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
      if (fetched)
        await getCompany(kernel, companyId)
          .then(({ name }) => finish(kernel, { companyId, name }, fetched))
          .catch((error) => kernel.log.error({ err: error, companyId }, 'a company could not be restored'));
      await rm(folder, { recursive: true, force: true });
    }
  },
};

const readFetched = async (folder: string) =>
  FetchedCompany.parse(JSON.parse(await readFile(join(folder, READY), 'utf8')));

const restoringIn = ({ config }: Kernel) => join(config.dataDir, 'restoring');
const folderOf = (kernel: Kernel, companyId: number) => join(restoringIn(kernel), String(companyId));
const reportOf = ({ config }: Kernel, companyId: number) =>
  join(config.dataDir, `restore-report-${companyId}.txt`);

function put(kernel: Kernel, state: RestoreState): void {
  kernel.services.restores.state = state;
  platformScope(kernel).emit('backup.changed', null);
}
