import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { erasureFiles, erasures, tickets } from '@db/tenant/schema/index.ts';
import { eq, sql } from 'drizzle-orm';
import { findMediaInUse } from '@/core/db/media-columns.ts';
import { GiveUp, type OutboxHandler, TryLater } from '@/core/queue/outbox.ts';
import type { Scope } from '@/core/scope.ts';
import { StoreFailure } from '@/core/storage/store-failure.ts';
import { dropReports } from '@/modules/backups/restores/restore-files.service.ts';
import { dropExports } from '@/modules/company-files/sweep-exports.jobs.ts';
import { signatureOf } from './certificate-signature.logic.ts';
import { dropPlan, ErasingTrouble, forgetInStore, scrubInProcess } from './erasing-process.service.ts';
import type { ErasingFault, ErasureStep, Subject, Tombstone } from './erasures.schema.ts';
import { sweepPersonFiles } from './file/person-file.service.ts';
import { PARTS } from './rows/erase-rows.service.ts';
import { saltedHash } from './rows/find-subject.queries.ts';

export interface ErasureWork {
  'erasure.run': { erasureId: number };
}
declare module '@/core/queue/outbox.ts' {
  interface OutboxKinds extends ErasureWork {}
}

type ErasureRow = typeof erasures.$inferSelect;

export const carryOut: OutboxHandler<'erasure.run'> = {
  async run(scope, { payload: { erasureId } }) {
    try {
      for (let row = await rowOf(scope, erasureId); row.step !== 'done'; row = await rowOf(scope, erasureId))
        await STEPS[row.step](scope, row);
    } catch (error) {
      if (error instanceof GiveUp) throw error;
      scope.log.error({ err: error, erasureId }, 'an erasure waits');
      await change(scope, erasureId, { trouble: faultOf(error) });
      throw new TryLater('ERR_ERASURE_WAITS', { uncounted: true, cause: error });
    }
    return undefined;
  },
  async park(tx, { payload: { erasureId } }) {
    await tx.db.update(erasures).set({ trouble: 'interrupted' }).where(eq(erasures.id, erasureId));
  },
};

function faultOf(error: unknown): ErasingFault {
  if (error instanceof StoreFailure) return 'store';
  return error instanceof ErasingTrouble ? error.fault : 'interrupted';
}

async function rowOf({ db }: Scope, erasureId: number): Promise<ErasureRow> {
  const row = await db.query.erasures.findFirst({ where: eq(erasures.id, erasureId) });
  if (!row) throw new GiveUp('ERR_NOT_FOUND');
  return row;
}

const STEPS: Record<Exclude<ErasureStep, 'done'>, (scope: Scope, row: ErasureRow) => Promise<void>> = {
  rows: eraseRows,
  files: eraseFiles,
  backups: forgetInBackups,
  database: scrubDatabase,
};

async function eraseRows(scope: Scope, row: ErasureRow): Promise<void> {
  const subject = subjectIn(row);
  const erasing = { erasureId: row.id, subject, at: row.askedAt };
  const [contactId = 0] = subject.contactIds;
  const gone = await scope.db.query.tickets.findMany({ where: eq(tickets.contactId, contactId) });
  for (const part of PARTS)
    for (let after: number | null = 0; after !== null; ) {
      const from: number = after;
      after = await scope.write((tx) => part(tx.db, erasing, from));
    }
  await scope.write(async (tx) => {
    for (const { id: ticketId, status, queueId, userId } of gone)
      tx.emit('ticket.deleted', { ticketId, status, queueId, userId });
    tx.emit('contact.deleted', { contactId });
    await step(tx, row.id, { step: 'files' });
  });
}

/** Files that another row references stay. Hashes first: afterwards the numbers are gone. */
async function eraseFiles(scope: Scope, { id }: ErasureRow): Promise<void> {
  const { kernel, companyId, db } = scope;
  const files = await db.select().from(erasureFiles).where(eq(erasureFiles.erasureId, id));
  await dropExports(kernel, companyId);
  await dropReports(kernel, companyId);
  await sweepPersonFiles(scope);
  const inUse = await findMediaInUse(
    db,
    files.map(({ file }) => file),
  );
  const others = files.filter(({ file }) => inUse.has(file));
  for (const { file } of files) {
    if (inUse.has(file)) continue;
    await kernel.storage.remove(companyId, file);
    // A voice note has a second file, as it was sent.
    await rm(join(kernel.storage.folder(companyId), `${file}.ogg`), { force: true });
  }
  await scope.write(async (tx) => {
    for (const { file } of others) await tx.db.delete(erasureFiles).where(eq(erasureFiles.file, file));
    await step(tx, id, { step: 'backups' });
  });
}

/** Last step: afterwards the subject is removed from this database, too. */
async function forgetInBackups(scope: Scope, row: ErasureRow): Promise<void> {
  const files = await scope.db.select().from(erasureFiles).where(eq(erasureFiles.erasureId, row.id));
  const { until } = await forgetInStore(scope.kernel, {
    tombstone: await tombstoneOf(scope, row),
    files: files.map(({ file }) => file),
  });
  await scope.write(async (tx) => {
    await tx.db.delete(erasureFiles).where(eq(erasureFiles.erasureId, row.id));
    const counts = { ...row.counts, files: files.length };
    await step(tx, row.id, { step: 'database', subject: null, backupsUntil: until, counts });
  });
}

async function scrubDatabase(scope: Scope, row: ErasureRow): Promise<void> {
  await dropPlan(scope.kernel, row);
  await scrubInProcess(scope.kernel, scope.companyId);
  await scope.write(async (tx) => {
    const done = { ...row, endedAt: tx.now() };
    await step(tx, row.id, { step: 'done', endedAt: done.endedAt, seal: signatureOf(tx.companyId, done) });
  });
}

async function tombstoneOf(scope: Scope, row: ErasureRow): Promise<Tombstone> {
  const { numbers, addresses, contactIds } = subjectIn(row);
  const [last] = await scope.db.all<{ id: number }>(
    sql`select seq as id from sqlite_sequence where name = 'contacts'`,
  );
  const salt = scope.kernel.ids.token(16);
  return {
    ...{ format: 1, kind: 'person', uuid: row.uuid, companyId: scope.companyId },
    askedAt: row.askedAt.toISOString(),
    ...{ contactIds, lastContactId: last?.id ?? 0, salt },
    hashes: [...numbers, ...addresses].map((value) => saltedHash(salt, value)),
  };
}

function subjectIn({ subject }: ErasureRow): Subject {
  if (!subject) throw new GiveUp('ERR_NOT_FOUND');
  return subject;
}

type Change = Partial<typeof erasures.$inferInsert>;

async function step(tx: Scope, erasureId: number, values: Change): Promise<void> {
  await change(tx, erasureId, { ...values, trouble: '' });
  tx.emit('erasure.moved', { erasureId });
}

async function change(scope: Scope, erasureId: number, values: Change): Promise<void> {
  await scope.write((tx) => tx.db.update(erasures).set(values).where(eq(erasures.id, erasureId)));
}
