import { tags } from '@db/tenant/schema/index.ts';
import { and, eq, ne } from 'drizzle-orm';
import { auditChange, auditGone, auditNew } from '@/core/audit/audit-rows.ts';
import { deleteInParts } from '@/core/db/delete-in-parts.ts';
import { insertedRow } from '@/core/db/inserted-row.ts';
import { searchable } from '@/core/db/search.ts';
import { InvalidInput } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { canChangeTag, canCreateTag, canToggleKanban } from './tags.policy.ts';
import { getTag } from './tags.queries.ts';
import { DEFAULT_COLOR, type TagInput } from './tags.schema.ts';
import type { TagView } from './tags.views.ts';

/** Throws InvalidInput on `name` when another tag has it, ignoring case and accents. */
export async function createTag(scope: Scope, input: TagInput): Promise<TagView> {
  requireCan(scope, canCreateTag);
  if (input.kanban) requireCan(scope, canToggleKanban);
  return scope.write(async (tx) => {
    await requireFreeName(tx, input.name);
    const row = await tx.db.insert(tags).values(toRow(input)).returning({ id: tags.id }).then(insertedRow);
    await auditNew(tx, 'tag.created', tags, row.id);
    tx.emit('tag.created', { tagId: row.id });
    return getTag(tx, row.id);
  });
}

/** Existing clients post every typed name, also of existing tags. Throws as `createTag`. */
export function findOrCreateTag(scope: Scope, input: TagInput): Promise<TagView> {
  requireCan(scope, canCreateTag);
  return scope.write(async (tx) => {
    const known = await tx.db.query.tags.findFirst({ where: eq(tags.searchName, searchable(input.name)) });
    return known && isSame(known, input) ? getTag(tx, known.id) : createTag(tx, input);
  });
}

function isSame(known: typeof tags.$inferSelect, { color, kanban = known.kanban }: TagInput): boolean {
  return kanban === known.kanban && (color === DEFAULT_COLOR || color === known.color);
}

/** Omitted `kanban` stays. Throws ERR_NO_TAG_FOUND, InvalidInput. */
export async function updateTag(scope: Scope, input: TagInput & { tagId: number }): Promise<TagView> {
  requireCan(scope, canChangeTag);
  return scope.write(async (tx) => {
    await getTag(tx, input.tagId);
    await requireFreeName(tx, input.name, input.tagId);
    const audited = await auditChange(tx, 'tag.changed', tags, input.tagId);
    await tx.db
      .update(tags)
      .set({ ...toRow(input), updatedAt: tx.now() })
      .where(eq(tags.id, input.tagId));
    await audited();
    tx.emit('tag.updated', { tagId: input.tagId });
    return getTag(tx, input.tagId);
  });
}

export async function deleteTag(scope: Scope, { tagId }: { tagId: number }): Promise<void> {
  requireCan(scope, canChangeTag);
  await scope.write(async (tx) => {
    await getTag(tx, tagId);
    await auditGone(tx, 'tag.deleted', tags, tagId);
    await deleteInParts(tx, tags, tagId);
    tx.emit('tag.deleted', { tagId });
  });
}

/** Checks no permission: called by the undo of the person who created it. Does nothing once it was changed or used. */
export async function undoCreateTag(tx: Scope, { tagId }: { tagId: number }): Promise<void> {
  const tag = await tx.db.query.tags.findFirst({ where: eq(tags.id, tagId) });
  if (!tag || tag.updatedAt.getTime() !== tag.createdAt.getTime()) return;
  if ((await getTag(tx, tagId)).ticketsCount > 0) return;
  await auditGone(tx, 'tag.deleted', tags, tagId);
  await deleteInParts(tx, tags, tagId);
  tx.emit('tag.deleted', { tagId });
}

async function requireFreeName(tx: Scope, name: string, exceptId = 0): Promise<void> {
  const same = and(eq(tags.searchName, searchable(name)), ne(tags.id, exceptId));
  if (await tx.db.query.tags.findFirst({ where: same })) {
    throw new InvalidInput({ name: 'tags:errors.nameTaken' });
  }
}

function toRow({ name, color, kanban }: TagInput) {
  return { name, searchName: searchable(name), color, ...(kanban !== undefined && { kanban }) };
}
