import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CopySource, CopyTarget } from '../../core/db/copy-database.ts';
import { type DatabaseFile, openFile } from '../../core/db/open-file.ts';
import type { ErasingJob } from '../../modules/erasures/erasures.schema.ts';
import { BackupFailure } from '../backup/backup-failure.ts';
import { requireSpace } from '../company-transfer/write-file.ts';

const PAGES_AT_ONCE = 500;

type Job = Extract<ErasingJob, { kind: 'scrub' }>;

/** `companyId` is 0 for the platform. */
export async function scrubCompany({ dataDir, shared, companyId, keepFree }: Job): Promise<void> {
  const path = companyId === 0 ? 'platform.db' : join('companies', String(companyId), 'company.db');
  if (!shared) return scrub(join(dataDir, path), keepFree);
  const [{ openStream }, { namespaceOf }] = await Promise.all([
    import('../../core/db/remote/database-stream.ts'),
    import('../../core/db/tenants/remote-tenants.ts'),
  ]);
  const stream = openStream(shared.database, namespaceOf(companyId));
  await scrubShared(stream).finally(() => stream.close());
}

/** No deleted byte stays in file, index or WAL. Others wait during VACUUM (decision 0015). */
export async function scrub(path: string, reserveBytes: number): Promise<void> {
  await requireSpace(dirname(path), statSync(path).size * 2 + reserveBytes);
  using database = openFile(path);
  for (const index of searchIndexes(database)) mergeWhole(database, index);
  database.exec('VACUUM');
  emptyLog(database);
}

/** sqld refuses VACUUM: erased bytes stay in its files until it writes over them (docs/operations/scaling.md). */
async function scrubShared(stream: CopySource & CopyTarget): Promise<void> {
  const count = async () => Number((await stream.read('select total_changes()'))[0]?.[0]);
  for (const [index] of await stream.read(SEARCH_INDEXES)) {
    const sql = `insert into "${index}"("${index}", rank) values ('merge', ?)`;
    const merge = (pages: number) => stream.write([{ sql, args: [pages] }]);
    await merge(-PAGES_AT_ONCE);
    for (let before = Number.NEGATIVE_INFINITY, now = await count(); now - before >= 2; now = await count()) {
      before = now;
      await merge(PAGES_AT_ONCE);
    }
  }
}

const SEARCH_INDEXES =
  "select name from sqlite_master where type = 'table' and sql like 'CREATE VIRTUAL TABLE%fts5%'";

function searchIndexes(database: DatabaseFile): string[] {
  const rows = database.prepare(SEARCH_INDEXES).all() as { name: string }[];
  return rows.map(({ name }) => name);
}

/** FTS5 only marks deleted terms until their segments are merged: here in short transactions. */
function mergeWhole(database: DatabaseFile, index: string): void {
  const merge = database.prepare(`insert into "${index}"("${index}", rank) values ('merge', ?)`);
  const total = database.prepare('select total_changes() as n');
  const count = () => (total.get() as { n: number }).n;
  merge.run(-PAGES_AT_ONCE);
  for (;;) {
    const before = count();
    merge.run(PAGES_AT_ONCE);
    if (count() - before < 2) break;
  }
}

/** Waits for readers that block the checkpoint. */
function emptyLog(database: DatabaseFile): void {
  const { busy } = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
  if (busy !== 0) throw new BackupFailure('broken', 'the log of the database is in use');
}
