import { join } from 'node:path';
import { companies } from '@db/platform/schema/index.ts';
import { auditNew } from '@/core/audit/audit-rows.ts';
import { AppError, InvalidInput } from '@/core/errors.ts';
import { type PlatformScope, platformOf, platformScope } from '@/core/platform-scope.ts';
import { requireRecentAuthentication, requireSuper } from '@/core/policy.ts';
import type { StartWork } from '@/core/queue/company-jobs.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import { createBucket } from '@/core/security/throttle.ts';
import { RESERVED_BYTES } from '@/core/storage/disk-space.ts';
import { dataOf } from '@/modules/backups/data-location.logic.ts';
import { destroyData } from '@/modules/companies/destroy-data.service.ts';
import { nextCompanyId } from '@/modules/companies/next-company-id.queries.ts';
import { startIfActive } from '@/modules/connections/connections.jobs.ts';
import {
  adoptCompany,
  discardImport,
  dropHalfImports,
  importFolder,
  isNameTaken,
  takenEmails,
} from './adopt-company.service.ts';
import type { FileEnd } from './company-file-runner.state.ts';
import { CompanyRows, ROWS } from './company-files.schema.ts';
import type { ImportView } from './company-files.views.ts';
import type { ImportState } from './company-import.state.ts';
import { requireIncoming } from './incoming-files.service.ts';

type Checking = Extract<ImportState, { at: 'checking' }>;
type Checked = Extract<ImportState, { at: 'checked' }>;

export async function getImportState(scope: Scope): Promise<ImportView> {
  requireSuper(scope);
  const { state } = scope.kernel.services.companyImport;
  if (state.at === 'checking') return { at: 'checking', file: state.file, read: state.read };
  if (state.at !== 'checked') return state;
  const { file, unpacked, rows, leftOut } = state;
  const people = rows.logins.length - leftOut.length;
  const isTaken = await isNameTaken(platformOf(scope).db, unpacked.name);
  return { at: 'checked', file, people, leftOut, isNameTaken: isTaken, ...unpacked };
}

/** Imports nothing. Throws ERR_NO_SUPER, ERR_NO_COMPANY_FILE_FOUND, ERR_IMPORT_RUNS, ERR_NO_SPACE. */
export async function checkFile(
  scope: Scope,
  { file, passphrase }: { file: string; passphrase: string },
): Promise<void> {
  requireSuper(scope);
  const { kernel } = scope;
  const source = await requireIncoming(scope, file);
  await kernel.space.requireForFiles();
  const before = kernel.services.companyImport.state;
  if (before.at === 'checking') throw new AppError('ERR_IMPORT_RUNS');
  const state: Checking = { at: 'checking', file, read: 0, stop: new AbortController() };
  put(kernel, state);
  if (before.at === 'checked') await discard(kernel, before.scratch);
  void carryOut(kernel, state, source, passphrase).catch((error) => {
    kernel.log.error({ err: error }, 'a company’s file could not be checked');
    put(kernel, { at: 'refused', file, reason: 'broken', refusal: null });
  });
}

/** Discards the checked import, or aborts the check. Throws ERR_NO_SUPER. */
export async function dropImport(scope: Scope): Promise<void> {
  requireSuper(scope);
  const { state } = scope.kernel.services.companyImport;
  put(scope.kernel, { at: 'nothing' });
  if (state.at === 'checking') state.stop.abort();
  if (state.at === 'checked') await discard(scope.kernel, state.scratch);
}

/**
 * Imports the checked company under this name, all or nothing. Throws ERR_NO_SUPER, ERR_PROOF_REQUIRED,
 * ERR_NOTHING_CHECKED, ERR_COMPANY_NUMBER_TAKEN, InvalidInput on `name`.
 */
export async function takeOver(scope: Scope, { name }: { name: string }): Promise<void> {
  requireSuper(scope);
  requireRecentAuthentication(scope);
  const { kernel } = scope;
  const platform = platformOf(scope);
  if (await isNameTaken(platform.db, name))
    throw new InvalidInput({ name: 'errors:ERR_COMPANY_NAME_ALREADY_EXISTS' });
  const { state } = kernel.services.companyImport;
  if (state.at !== 'checked') throw new AppError('ERR_NOTHING_CHECKED');
  // Set at once, so that it is not imported twice; the result is published.
  kernel.services.companyImport.state = { at: 'nothing' };
  const { scratch, rows, unpacked } = state;
  const { companyId } = unpacked;
  const adopted = await adoptCompany(into(platform, companyId), {
    ...{ ...locationOf(kernel), scratch, companyId, rows, name, now: kernel.clock() },
    move: (from) => kernel.tenants.bringBack(companyId, from),
  });
  put(kernel, { at: 'done', ...adopted });
  // The node that takes it begins its work.
  if (kernel.nodes) return;
  kernel.outbox.adopt(companyId);
  await startIfActive(kernel, companyId);
}

export const importsAtStart: StartWork = {
  name: 'imports',
  tables: [],
  isWanted: async () => false,
  run: (kernel) => dropHalfImports(kernel.platform.db, locationOf(kernel)),
};

const locationOf = (kernel: Kernel) => ({
  dataDir: kernel.config.dataDir,
  erase: (companyId: number) => destroyData(kernel, companyId, []),
});

const discard = (kernel: Kernel, scratch: string) =>
  discardImport(kernel.platform.db, locationOf(kernel), scratch);

function into(platform: PlatformScope, companyId: number): Parameters<typeof adoptCompany>[0] {
  return {
    db: platform.db,
    write: (work) =>
      platform.write(async (tx) => {
        const done = await work(tx.db);
        await auditNew(tx, 'company.imported', companies, companyId);
        tx.emit('company.changed', { companyId });
        return done;
      }),
  };
}

async function carryOut(kernel: Kernel, state: Checking, source: string, passphrase: string): Promise<void> {
  const { dataDir } = kernel.config;
  const scratch = importFolder(dataDir, kernel.ids.token(12));
  const news = createBucket(kernel.ticks, { tries: 1, perSeconds: 1 });
  const end = await kernel.services.companyFiles.run(
    {
      ...{ kind: 'import', ...dataOf(kernel.config), source, scratch, keepFree: RESERVED_BYTES },
      identities: [],
      ...{ passphrase: passphrase === '' ? null : passphrase },
      companyId: await nextCompanyId(kernel.platform.db, kernel.tenants),
    },
    ({ done }) => {
      state.read = done ?? state.read;
      if (news.tryTake()) platformScope(kernel).emit('company-import.changed', null);
    },
    state.stop.signal,
  );
  const next = await settled(kernel, state, scratch, end);
  const isWanted = kernel.services.companyImport.state === state && !kernel.stopping.aborted;
  if (isWanted) put(kernel, next);
  if (!isWanted || next.at !== 'checked') await discard(kernel, scratch);
}

async function settled(
  { platform, log }: Kernel,
  { file }: Checking,
  scratch: string,
  end: FileEnd,
): Promise<ImportState> {
  if (!('unpacked' in end)) {
    log.warn({ end }, 'a company’s file was refused');
    const reason = 'failed' in end ? end.failed : 'broken';
    return { at: 'refused', file, reason, refusal: ('failed' in end && end.code) || null };
  }
  const rows = CompanyRows.parse(await Bun.file(join(scratch, ROWS)).json());
  const leftOut = await takenEmails(platform.db, rows.logins);
  return { at: 'checked', file, scratch, unpacked: end.unpacked, rows, leftOut } satisfies Checked;
}

function put(kernel: Kernel, state: ImportState): void {
  kernel.services.companyImport.state = state;
  platformScope(kernel).emit('company-import.changed', null);
}
