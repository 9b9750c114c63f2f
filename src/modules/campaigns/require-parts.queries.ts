import { connections, contactLists, fileLists, tags } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { AppError, InvalidInput } from '@/core/errors.ts';
import type { Scope } from '@/core/scope.ts';
import type { CampaignRow } from './campaigns.queries.ts';

type Id = number | null | undefined;
type Parts = { whatsappId: Id; contactListId: Id; tagListId: Id; fileListId: Id };

const TABLES: Record<keyof Parts, SQLiteTable & { id: SQLiteColumn }> = {
  whatsappId: connections,
  contactListId: contactLists,
  tagListId: tags,
  fileListId: fileLists,
};

/** Throws InvalidInput on the missing part. */
export async function requireParts(tx: Scope, parts: Partial<Parts>): Promise<void> {
  for (const name of Object.keys(TABLES) as (keyof Parts)[]) {
    const [id, table] = [parts[name], TABLES[name]];
    if (id === null || id === undefined) continue;
    const [row] = await tx.db.select({ id: table.id }).from(table).where(eq(table.id, id)).limit(1);
    if (!row) throw new InvalidInput({ [name]: 'validation:invalid' });
  }
}

/** Throws ERR_CAMPAIGN_WITHOUT_FILE_LIST until another list, or none, is chosen for a deleted one. */
export function requireFileListChoice({ stoppedFor }: Pick<CampaignRow, 'stoppedFor'>): void {
  if (stoppedFor === 'file_list_deleted') throw new AppError('ERR_CAMPAIGN_WITHOUT_FILE_LIST');
}
