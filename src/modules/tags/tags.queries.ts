import { tags, tagTotals } from '@db/tenant/schema/index.ts';
import { and, asc, count, eq, type SQL, sql } from 'drizzle-orm';
import { afterRow, cutPage, offsetOf, sizeOf } from '@/core/db/paging.ts';
import { containsFolded, searchable } from '@/core/db/search.ts';
import type { TenantReader } from '@/core/db/tenants/tenants.ts';
import { AppError } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { canCreateTag, canReadTags } from './tags.policy.ts';
import { TAG_CHOICES, TAGS_PER_PAGE, type TagFilter, TagInput } from './tags.schema.ts';
import type { TagChoices, TagPage, TagView } from './tags.views.ts';

type TagRow = typeof tags.$inferSelect;

export async function listTags(scope: Scope, filter: TagFilter): Promise<TagPage> {
  requireCan(scope, canReadTags);
  const found = filter.searchParam ? matching(filter.searchParam) : undefined;
  const size = sizeOf(filter, TAGS_PER_PAGE);
  const rows = await selectTags(scope.slowDb)
    .where(and(found, filter.after ? afterRow(tags.id, [tags.searchName], filter.after) : undefined))
    .orderBy(asc(tags.searchName))
    .limit(size + 1)
    .offset(offsetOf(filter, TAGS_PER_PAGE));
  const page = cutPage(rows, size);
  const [total] = await scope.db.select({ n: count() }).from(tags).where(found);
  return { tags: page.rows.map((row) => toTagView(scope, row)), count: total?.n ?? 0, hasMore: page.hasMore };
}

export async function listAllTags(scope: Scope): Promise<TagView[]> {
  requireCan(scope, canReadTags);
  const rows = await selectTags(scope.slowDb).orderBy(asc(tags.searchName));
  return rows.map((row) => toTagView(scope, row));
}

export async function listKanbanTags(scope: Scope): Promise<TagView[]> {
  requireCan(scope, canReadTags);
  const rows = await selectTags(scope.slowDb).where(eq(tags.kanban, true)).orderBy(asc(tags.id));
  return rows.map((row) => toTagView(scope, row));
}

export async function listTagChoices(scope: Scope, text: string): Promise<TagChoices> {
  requireCan(scope, canReadTags);
  const name = searchable(text);
  const nearness = sql`CASE WHEN ${tags.searchName} = ${name} THEN 0 WHEN instr(${tags.searchName}, ${name}) = 1 THEN 1 ELSE 2 END`;
  const rows = await scope.db
    .select({ id: tags.id, name: tags.name, color: tags.color, searchName: tags.searchName })
    .from(tags)
    .where(matching(text))
    .orderBy(nearness, asc(tags.searchName))
    .limit(TAG_CHOICES + 1);
  const isKnown = rows[0]?.searchName === name;
  const isName = TagInput.shape.name.safeParse(text).success;
  return {
    tags: rows.slice(0, TAG_CHOICES).map(({ searchName: _, ...tag }) => tag),
    hasMore: rows.length > TAG_CHOICES,
    canCreate: isName && !isKnown && canCreateTag(scope.actor),
  };
}

export async function getTag(scope: Scope, tagId: number): Promise<TagView> {
  requireCan(scope, canReadTags);
  const [row] = await selectTags(scope.db).where(eq(tags.id, tagId));
  if (!row) throw new AppError('ERR_NO_TAG_FOUND');
  return toTagView(scope, row);
}

function selectTags(db: TenantReader) {
  const ticketsCount = sql<number>`coalesce(${tagTotals.tickets}, 0)`;
  return db
    .select({ tag: tags, ticketsCount })
    .from(tags)
    .leftJoin(tagTotals, eq(tagTotals.tagId, tags.id))
    .$dynamic();
}

function matching(text: string): SQL {
  return containsFolded(text, tags.searchName);
}

function toTagView(scope: Scope, { tag, ticketsCount }: { tag: TagRow; ticketsCount: number }): TagView {
  return {
    id: tag.id,
    name: tag.name,
    color: tag.color,
    kanban: tag.kanban ? 1 : 0,
    ticketsCount,
    companyId: scope.companyId,
    createdAt: tag.createdAt.toISOString(),
    updatedAt: tag.updatedAt.toISOString(),
  };
}
