import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { auditEntries, companyErasures } from '@db/platform/schema/index.ts';
import { eq, or, sql } from 'drizzle-orm';
import { maskEntries } from '@/core/audit/audit-chain.ts';
import type { PlatformReader } from '@/core/db/platform-database.ts';
import type { TenantReader } from '@/core/db/tenants/tenants.ts';
import { platformScope } from '@/core/platform-scope.ts';
import { type Kernel, PLATFORM } from '@/core/scope.ts';
import { folderBytes } from '@/core/storage/folder-bytes.ts';
import { StoreFailure } from '@/core/storage/store-failure.ts';
import { binFolder } from '@/modules/back-office/bin.queries.ts';
import { dropReports, folderOf } from '@/modules/backups/restores/restore-files.service.ts';
import { destroyData } from '@/modules/companies/destroy-data.service.ts';
import { exportFolder } from '@/modules/company-files/exports.queries.ts';
import { dropMailsTo } from '@/modules/mail/mail.service.ts';
import { companySignatureOf } from '../certificate-signature.logic.ts';
import { dropPlan, ErasingTrouble, forgetInStore, scrubInProcess } from '../erasing-process.service.ts';
import type { CompanyErasureStep, Tombstone } from '../erasures.schema.ts';
import { contains, list } from '../rows/erasure-part.queries.ts';
import { maskRow } from '../rows/mask-audit.service.ts';

type Row = typeof companyErasures.$inferSelect;

declare module '@/core/scope.ts' {
  interface Services {
    companyErasing: Set<number>;
  }
}

export async function carryOutCompany(kernel: Kernel, id: number): Promise<void> {
  const inHand = kernel.services.companyErasing;
  if (inHand.has(id)) return;
  inHand.add(id);
  try {
    for (let row = await rowOf(kernel, id); row && row.step !== 'done'; row = await rowOf(kernel, id))
      await STEPS[row.step](kernel, row).catch(waiting);
  } catch (error) {
    if (!(error instanceof ErasingTrouble)) throw error;
    kernel.log.error({ err: error, id }, 'an erasure waits');
    await change(kernel, id, { trouble: error.fault });
  } finally {
    inHand.delete(id);
  }
}

const rowOf = (kernel: Kernel, id: number): Promise<Row | undefined> =>
  kernel.platform.db.query.companyErasures.findFirst({ where: eq(companyErasures.id, id) }).execute();

const STEPS: Record<Exclude<CompanyErasureStep, 'done'>, (kernel: Kernel, row: Row) => Promise<void>> = {
  folder: eraseFolders,
  backups: forgetInBackups,
  records: eraseRecords,
  platform: scrubPlatform,
};

async function eraseFolders(kernel: Kernel, { id, companyId, counts }: Row): Promise<void> {
  const { dataDir } = kernel.config;
  const asides = await Promise.all(
    ['companies', 'bin'].map((name) => asidesIn(join(dataDir, name), companyId)),
  );
  const folders = [
    binFolder(kernel, companyId),
    kernel.tenants.folder(companyId),
    join(exportFolder(kernel), String(companyId)),
    ...asides.flat(),
    folderOf(kernel, companyId),
  ];
  let [files, bytes] = [0, 0];
  for (const folder of folders) {
    const found = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
    files += found.filter((entry) => entry.isFile()).length;
    bytes += await folderBytes(folder);
  }
  for await (const { size } of kernel.storage.shared?.list(companyId) ?? []) {
    files += 1;
    bytes += size;
  }
  // Counted before anything is deleted; a run after a kill counts the same or less.
  const most = { files: Math.max(counts.files, files), bytes: Math.max(counts.bytes, bytes) };
  await change(kernel, id, { counts: { ...counts, ...most } });
  await dropReports(kernel, companyId);
  await destroyData(kernel, companyId, folders);
  await change(kernel, id, { step: 'backups' });
}

async function asidesIn(folder: string, companyId: number): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.startsWith(`${companyId}.aside-`)).map((name) => join(folder, name));
}

function waiting(error: unknown): never {
  throw error instanceof StoreFailure ? new ErasingTrouble('store', error.message) : error;
}

async function forgetInBackups(kernel: Kernel, row: Row): Promise<void> {
  const tombstone: Tombstone = {
    ...{ format: 1, kind: 'company', uuid: row.uuid, companyId: row.companyId },
    askedAt: row.askedAt.toISOString(),
    ...{ contactIds: [], lastContactId: 0, salt: '', hashes: [] },
  };
  const { until, removed } = await forgetInStore(kernel, { tombstone, files: [] });
  const counts = { ...row.counts, objects: removed };
  await change(kernel, row.id, { step: 'records', backupsUntil: until, counts });
}

async function eraseRecords(kernel: Kernel, row: Row): Promise<void> {
  const { id, companyId, askedAt } = row;
  const names = row.names ?? [];
  await dropPlan(kernel, row);
  await platformScope(kernel).write(async (tx) => {
    await dropMailsTo(tx, names);
    const texts = ['subject_name', 'person_name', `coalesce("before", '')`, `coalesce("after", '')`];
    const rows = await tx.db
      .select()
      .from(auditEntries)
      .where(
        or(
          sql`subject_name in ${list(names)}`,
          ...texts.map((column) => contains(sql.raw(column), names)),
          sql`kind = 'company' and subject_id = ${String(companyId)} and action <> 'company.erased'`,
        ),
      );
    const named = rows.filter(({ action }) => action !== 'audit.masked');
    await maskEntries(tx.db as unknown as TenantReader, named, (row) => maskRow(row, names), askedAt);
    await set(tx.db, id, { step: 'platform', names: null });
  });
}

async function scrubPlatform(kernel: Kernel, row: Row): Promise<void> {
  await scrubInProcess(kernel, PLATFORM);
  const done = { ...row, endedAt: kernel.clock() };
  await change(kernel, row.id, { step: 'done', endedAt: done.endedAt, seal: companySignatureOf(done) });
}

type Change = Partial<typeof companyErasures.$inferInsert>;

const set = (db: PlatformReader, id: number, values: Change) =>
  db
    .update(companyErasures)
    .set({ trouble: '', ...values })
    .where(eq(companyErasures.id, id));

async function change(kernel: Kernel, id: number, values: Change): Promise<void> {
  await platformScope(kernel).write((tx) => set(tx.db, id, values));
}
