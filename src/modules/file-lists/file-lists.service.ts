import { fileListOptions, fileLists } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { auditChange, auditGone, auditNew } from '@/core/audit/audit-rows.ts';
import { insertedRow } from '@/core/db/inserted-row.ts';
import { searchable } from '@/core/db/search.ts';
import { AppError } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { removeMediaAfter } from '@/core/storage/remove-media.ts';
import { storable } from '@/core/text.ts';
import { canChangeFileLists } from './file-lists.policy.ts';
import { getFileList, listOptions, type OptionRow, requireFileList } from './file-lists.queries.ts';
import type { FileListView } from './file-lists.views.ts';

declare module '@/core/steps.ts' {
  interface StepMap {
    'fileList.deleting': { fileListId: number };
  }
}

export type NewFile = { key: string; name: string; mime: string };
type Option = { id?: number | null | undefined; name: string; file?: NewFile | undefined };
type Input = { name: string; message: string; options?: Option[] | undefined };

/** Options keep their input order. Throws ERR_RATING_NAME_ALREADY_EXISTS. */
export async function createFileList(scope: Scope, input: Input): Promise<FileListView> {
  requireCan(scope, canChangeFileLists);
  return scope.write(async (tx) => {
    await requireFreeName(tx, input.name);
    const userId = tx.actor.kind === 'user' ? tx.actor.id : null;
    const row = await tx.db
      .insert(fileLists)
      .values({ ...fieldsOf(input), userId, createdAt: tx.now(), updatedAt: tx.now() })
      .returning({ id: fileLists.id })
      .then(insertedRow);
    await setOptions(tx, row.id, input.options ?? []);
    await auditNew(tx, 'fileList.created', fileLists, row.id);
    tx.emit('file-list.created', { fileListId: row.id });
    return getFileList(tx, row.id);
  });
}

/** Deletes options that are not listed, with their files. Throws ERR_NO_FILE_FOUND, and as `createFileList`. */
export async function updateFileList(
  scope: Scope,
  { fileListId, ...input }: Input & { fileListId: number },
): Promise<FileListView> {
  requireCan(scope, canChangeFileLists);
  return scope.write(async (tx) => {
    await requireFileList(tx, fileListId);
    await requireFreeName(tx, input.name, fileListId);
    const audited = await auditChange(tx, 'fileList.changed', fileLists, fileListId, filesOf(fileListId));
    if (input.options) await setOptions(tx, fileListId, input.options);
    await touch(tx, fileListId, fieldsOf(input));
    await audited();
    return getFileList(tx, fileListId);
  });
}

/** Each file replaces the option's previous one. Throws ERR_NO_FILE_FOUND, also for an option of another list. */
export async function setListFiles(
  scope: Scope,
  { fileListId, files }: { fileListId: number; files: { optionId: number; file: NewFile }[] },
): Promise<void> {
  requireCan(scope, canChangeFileLists);
  await scope.write(async (tx) => {
    await requireFileList(tx, fileListId);
    const audited = await auditChange(tx, 'fileList.changed', fileLists, fileListId, filesOf(fileListId));
    for (const { optionId, file } of files) {
      const known = (await listOptions(tx, fileListId)).find(({ id }) => id === optionId);
      if (!known) throw new AppError('ERR_NO_FILE_FOUND');
      await changeOption(tx, known, columnsOf(file));
    }
    await touch(tx, fileListId, {});
    await audited();
  });
}

export async function deleteFileList(scope: Scope, { fileListId }: { fileListId: number }): Promise<void> {
  requireCan(scope, canChangeFileLists);
  await scope.write(async (tx) => {
    await requireFileList(tx, fileListId);
    await auditGone(tx, 'fileList.deleted', fileLists, fileListId);
    await tx.kernel.steps.take(tx, 'fileList.deleting', { fileListId });
    removeMediaAfter(tx, (await listOptions(tx, fileListId)).flatMap(fileOf));
    await tx.db.delete(fileLists).where(eq(fileLists.id, fileListId));
    tx.emit('file-list.deleted', { fileListId });
  });
}

function filesOf(fileListId: number) {
  return async (tx: Scope) => ({
    files: (await listOptions(tx, fileListId)).map(({ name, mediaPath }) => ({ name, mediaPath })),
  });
}

async function setOptions(tx: Scope, listId: number, options: Option[]): Promise<void> {
  const left = new Map((await listOptions(tx, listId)).map((row) => [row.id, row]));
  for (const [index, { id, name, file }] of options.entries()) {
    const values = { position: index + 1, name: storable(name), ...(file && columnsOf(file)) };
    const known = left.get(id ?? 0);
    left.delete(id ?? 0);
    if (known) await changeOption(tx, known, values);
    else await tx.db.insert(fileListOptions).values({ ...values, listId });
  }
  for (const row of left.values()) {
    await tx.db.delete(fileListOptions).where(eq(fileListOptions.id, row.id));
    removeMediaAfter(tx, fileOf(row));
  }
}

async function changeOption(tx: Scope, row: OptionRow, values: Partial<OptionRow>): Promise<void> {
  await tx.db
    .update(fileListOptions)
    .set({ ...values, updatedAt: tx.now() })
    .where(eq(fileListOptions.id, row.id));
  if (values.mediaPath) removeMediaAfter(tx, fileOf(row));
}

async function touch(tx: Scope, fileListId: number, values: Partial<typeof fileLists.$inferInsert>) {
  await tx.db
    .update(fileLists)
    .set({ ...values, updatedAt: tx.now() })
    .where(eq(fileLists.id, fileListId));
  tx.emit('file-list.updated', { fileListId });
}

async function requireFreeName(tx: Scope, name: string, exceptId = 0): Promise<void> {
  const all = await tx.db.select({ id: fileLists.id, name: fileLists.name }).from(fileLists);
  if (all.some((other) => other.id !== exceptId && searchable(other.name) === searchable(name)))
    throw new AppError('ERR_RATING_NAME_ALREADY_EXISTS');
}

function fieldsOf({ name, message }: Input) {
  return { name: storable(name), message: storable(message) };
}

function columnsOf({ key, name, mime }: NewFile) {
  return { mediaPath: key, mediaName: name, mediaMime: mime };
}

/** Safe to delete: sent messages have their own copies. */
function fileOf({ mediaPath }: OptionRow): string[] {
  return mediaPath === null ? [] : [mediaPath];
}
