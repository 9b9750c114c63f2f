import { fileListOptions, fileLists } from '@db/tenant/schema/index.ts';
import { and, asc, count, eq, isNotNull, sql } from 'drizzle-orm';
import { afterRow, cutPage, offsetOf, sizeOf } from '@/core/db/paging.ts';
import { containsText } from '@/core/db/search.ts';
import { AppError } from '@/core/errors.ts';
import type { Medium } from '@/core/module.ts';
import type { Scope } from '@/core/scope.ts';
import { mediaUrl } from '@/core/storage/storage.ts';
import { FILE_LISTS_PER_PAGE, type FileListFilter } from './file-lists.schema.ts';
import type { FileListOptionView, FileListPage, FileListView } from './file-lists.views.ts';

type ListRow = typeof fileLists.$inferSelect;
export type OptionRow = typeof fileListOptions.$inferSelect;

export type ListFile = { optionId: number; text: string; key: string; name: string; mime: string };

export async function filesOfList(scope: Scope, fileListId: number): Promise<ListFile[]> {
  const rows = await scope.db
    .select()
    .from(fileListOptions)
    .where(and(eq(fileListOptions.listId, fileListId), isNotNull(fileListOptions.mediaPath)))
    .orderBy(...inOrder);
  return rows.map((row) => ({
    optionId: row.id,
    text: row.name,
    key: row.mediaPath ?? '',
    name: row.mediaName,
    mime: row.mediaMime,
  }));
}

export async function listFileLists(scope: Scope, filter: FileListFilter): Promise<FileListPage> {
  const where = filter.searchParam ? containsText(filter.searchParam, fileLists.name) : undefined;
  const size = sizeOf(filter, FILE_LISTS_PER_PAGE);
  const rows = await scope.db
    .select({ list: fileLists, filesCount: filesCount() })
    .from(fileLists)
    .where(and(where, filter.after ? afterRow(fileLists.id, nameThenId, filter.after) : undefined))
    .orderBy(...nameThenId.map((column) => asc(column)))
    .limit(size + 1)
    .offset(offsetOf(filter, FILE_LISTS_PER_PAGE));
  const page = cutPage(rows, size);
  const [total] = await scope.db.select({ n: count() }).from(fileLists).where(where);
  const files = page.rows.map((row) => ({ ...toRow(scope, row.list), filesCount: row.filesCount }));
  return { files, count: total?.n ?? 0, hasMore: page.hasMore };
}

export async function getFileList(scope: Scope, fileListId: number): Promise<FileListView> {
  const row = await requireFileList(scope, fileListId);
  const options = await listOptions(scope, fileListId);
  return { ...toRow(scope, row), options: options.map((option) => toOption(scope, option)) };
}

export async function requireFileList(scope: Scope, fileListId: number): Promise<ListRow> {
  const row = await scope.db.query.fileLists.findFirst({ where: eq(fileLists.id, fileListId) });
  if (!row) throw new AppError('ERR_NO_FILE_FOUND');
  return row;
}

export function listOptions(scope: Scope, fileListId: number): Promise<OptionRow[]> {
  return scope.db
    .select()
    .from(fileListOptions)
    .where(eq(fileListOptions.listId, fileListId))
    .orderBy(...inOrder);
}

export async function findListMedium(scope: Scope, key: string): Promise<Medium | undefined> {
  const row = await scope.db.query.fileListOptions.findFirst({ where: eq(fileListOptions.mediaPath, key) });
  return row && { mime: row.mediaMime, name: row.mediaName };
}

const inOrder = [asc(fileListOptions.position), asc(fileListOptions.id)];
const nameThenId = [sql`lower(${fileLists.name})`, fileLists.id];

const filesCount = () =>
  sql<number>`(select count(*) from ${fileListOptions} where ${fileListOptions.listId} = ${fileLists.id} and ${fileListOptions.mediaPath} is not null)`;

function toRow(scope: Scope, { id, name, message, userId, createdAt, updatedAt }: ListRow) {
  return {
    id,
    name,
    message,
    userId,
    companyId: scope.companyId,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

function toOption(scope: Scope, { id, listId, name, ...medium }: OptionRow): FileListOptionView {
  const { mediaPath, mediaName, mediaMime } = medium;
  return {
    id,
    fileId: listId,
    name,
    path: mediaName,
    mediaType: mediaMime,
    mediaUrl: mediaUrl(scope, mediaPath),
  };
}
