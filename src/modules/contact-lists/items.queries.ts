import { contactListItems as items } from '@db/tenant/schema/index.ts';
import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { afterRow, cutPage, offsetOf, sizeOf } from '@/core/db/paging.ts';
import { containsFolded, containsText } from '@/core/db/search.ts';
import { AppError } from '@/core/errors.ts';
import { jsonArray } from '@/core/json-stream.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { canManageLists } from './contact-lists.policy.ts';
import { getContactList } from './contact-lists.queries.ts';
import { type ItemFilter, LISTS_PER_PAGE } from './contact-lists.schema.ts';
import type { ItemPage, ItemView } from './contact-lists.views.ts';

export type ItemRow = typeof items.$inferSelect;

/** By name. Throws ERR_NO_CONTACTLIST_FOUND. */
export async function listItems(
  scope: Scope,
  { contactListId, ...filter }: ItemFilter & { contactListId: number },
): Promise<ItemPage> {
  const { contactsCount } = await getContactList(scope, contactListId);
  const found = and(eq(items.listId, contactListId), matching(filter.searchParam));
  const size = sizeOf(filter, LISTS_PER_PAGE);
  const after = filter.after ? afterRow(items.id, [items.searchName, items.id], filter.after) : undefined;
  const rows = await scope.slowDb
    .select()
    .from(items)
    .where(and(found, after))
    .orderBy(asc(items.searchName), asc(items.id))
    .limit(size + 1)
    .offset(offsetOf(filter, LISTS_PER_PAGE));
  const page = cutPage(rows, size);
  const total = filter.searchParam ? await scope.slowDb.$count(items, found) : contactsCount;
  return {
    contacts: page.rows.map((row) => toItemView(scope, row)),
    count: total,
    hasMore: page.hasMore,
  };
}

/** A JSON array of ItemView by name, read while streaming. Throws ERR_NO_CONTACTLIST_FOUND. */
export async function streamItems(
  scope: Scope,
  { contactListId }: { contactListId: number },
): Promise<ReadableStream<Uint8Array>> {
  await getContactList(scope, contactListId);
  const ordered = scope.slowDb
    .select({ id: items.id })
    .from(items)
    .where(eq(items.listId, contactListId))
    .orderBy(asc(items.searchName), asc(items.id));
  const [row] = await scope.slowDb.select({ ids: sql<string>`json_group_array(id)` }).from(sql`(${ordered})`);
  return jsonArray(JSON.parse(row?.ids ?? '[]') as number[], async (ids) => {
    const byId = new Map((await listItemsByIds(scope, ids)).map((item) => [item.id, item]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  });
}

/** Throws ERR_NO_CONTACTLISTITEM_FOUND. */
export async function getItem(scope: Scope, contactListItemId: number): Promise<ItemView> {
  return toItemView(scope, await requireItem(scope, contactListItemId));
}

/** Throws ERR_NO_CONTACTLISTITEM_FOUND. */
export async function requireItem(scope: Scope, contactListItemId: number): Promise<ItemRow> {
  requireCan(scope, canManageLists);
  const row = await scope.db.query.contactListItems.findFirst({ where: eq(items.id, contactListItemId) });
  if (!row) throw new AppError('ERR_NO_CONTACTLISTITEM_FOUND');
  return row;
}

export async function listItemsByIds(scope: Scope, ids: number[]): Promise<ItemView[]> {
  const rows = await scope.db.select().from(items).where(inArray(items.id, ids)).orderBy(asc(items.id));
  return rows.map((row) => toItemView(scope, row));
}

function matching(text: string): SQL | undefined {
  if (text === '') return undefined;
  const digits = text.replace(/\D/g, '');
  return or(
    containsFolded(text, items.searchName),
    containsText(text, items.email),
    digits ? sql`instr(${items.number}, ${digits}) > 0` : undefined,
  );
}

function toItemView(scope: Scope, row: ItemRow): ItemView {
  const { id, name, number, email } = row;
  return {
    ...{ id, name, number, email },
    isWhatsappValid: row.isOnWhatsapp,
    companyId: scope.companyId,
    contactListId: row.listId,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
