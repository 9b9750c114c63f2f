import { quickMessages } from '@db/tenant/schema/index.ts';
import { and, asc, count, eq, or, type SQL, sql } from 'drizzle-orm';
import { afterRow, cutPage, offsetOf, sizeOf } from '@/core/db/paging.ts';
import { containsText } from '@/core/db/search.ts';
import { AppError } from '@/core/errors.ts';
import type { Medium } from '@/core/module.ts';
import { requireUser } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { mediaUrl } from '@/core/storage/storage.ts';
import { getCompany } from '@/modules/companies/companies.queries.ts';
import { canReadQuickMessage } from './quick-messages.policy.ts';
import { QUICK_MESSAGES_PER_PAGE, type QuickMessageFilter } from './quick-messages.schema.ts';
import type { QuickMessagePage, QuickMessageView, UsableQuickMessage } from './quick-messages.views.ts';

export type QuickMessageRow = typeof quickMessages.$inferSelect;

export async function listQuickMessages(scope: Scope, filter: QuickMessageFilter): Promise<QuickMessagePage> {
  const where = and(
    onList(scope),
    filter.searchParam ? containsText(filter.searchParam, quickMessages.shortcode) : undefined,
  );
  const size = sizeOf(filter, QUICK_MESSAGES_PER_PAGE);
  const rows = await scope.db
    .select()
    .from(quickMessages)
    .where(and(where, filter.after ? afterRow(quickMessages.id, shortcodeThenId, filter.after) : undefined))
    .orderBy(...byShortcode)
    .limit(size + 1)
    .offset(offsetOf(filter, QUICK_MESSAGES_PER_PAGE));
  const page = cutPage(rows, size);
  const [total] = await scope.db.select({ n: count() }).from(quickMessages).where(where);
  const records = page.rows.map((row) => toQuickMessageView(scope, row));
  return { records, count: total?.n ?? 0, hasMore: page.hasMore };
}

export async function listUsableQuickMessages(scope: Scope): Promise<QuickMessageView[]> {
  const rows = await scope.db
    .select()
    .from(quickMessages)
    .where(and(onList(scope), eq(quickMessages.status, true)))
    .orderBy(...byShortcode);
  return rows.map((row) => toQuickMessageView(scope, row));
}

export async function listWithCompany(scope: Scope): Promise<UsableQuickMessage[]> {
  const { id, name } = await getCompany(scope.kernel, scope.companyId);
  return (await listUsableQuickMessages(scope)).map((quick) => ({ ...quick, company: { id, name } }));
}

/** Throws ERR_NO_QUICKMESSAGE_FOUND, also when the reader may not read it. */
export async function getQuickMessage(scope: Scope, quickMessageId: number): Promise<QuickMessageView> {
  return toQuickMessageView(scope, await requireQuickMessage(scope, quickMessageId));
}

export async function requireQuickMessage(scope: Scope, quickMessageId: number): Promise<QuickMessageRow> {
  const row = await scope.db.query.quickMessages.findFirst({ where: eq(quickMessages.id, quickMessageId) });
  if (!row || !canReadQuickMessage(scope.actor, row)) throw new AppError('ERR_NO_QUICKMESSAGE_FOUND');
  return row;
}

export async function findQuickMedium(scope: Scope, key: string): Promise<Medium | undefined> {
  const row = await scope.db.query.quickMessages.findFirst({ where: eq(quickMessages.mediaPath, key) });
  if (!row || !canReadQuickMessage(scope.actor, row)) return undefined;
  return { mime: row.mediaMime ?? '', name: row.mediaName };
}

export function toQuickMessageView(scope: Scope, row: QuickMessageRow): QuickMessageView {
  return {
    id: row.id,
    shortcode: row.shortcode,
    message: row.message,
    geral: row.isGeneral,
    status: row.status,
    isMedia: row.mediaPath !== null,
    mediaPath: mediaUrl(scope, row.mediaPath),
    mediaName: row.mediaName,
    userId: row.userId,
    companyId: scope.companyId,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

const shortcodeThenId = [sql`lower(${quickMessages.shortcode})`, quickMessages.id];
const byShortcode = shortcodeThenId.map((column) => asc(column));

function onList(scope: Scope): SQL | undefined {
  return or(eq(quickMessages.isGeneral, true), eq(quickMessages.userId, requireUser(scope).id));
}
