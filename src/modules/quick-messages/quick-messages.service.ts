import { quickMessages } from '@db/tenant/schema/index.ts';
import { and, eq } from 'drizzle-orm';
import { auditChange, auditGone, auditNew } from '@/core/audit/audit-rows.ts';
import { insertedRow } from '@/core/db/inserted-row.ts';
import { requireCan, requireUser } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import type { StepMap } from '@/core/steps.ts';
import { removeMediaAfter } from '@/core/storage/remove-media.ts';
import { storable } from '@/core/text.ts';
import { canChangeQuickMessage, canMakeGeneral } from './quick-messages.policy.ts';
import { getQuickMessage, type QuickMessageRow, requireQuickMessage } from './quick-messages.queries.ts';
import type { QuickMessageInput } from './quick-messages.schema.ts';
import type { QuickMessageView } from './quick-messages.views.ts';

export type QuickMedia = { key: string; name: string; mime: string };

/** Throws ERR_NO_PERMISSION for a general one, except from administrators. */
export async function createQuickMessage(
  scope: Scope,
  input: QuickMessageInput & { media?: QuickMedia | null },
): Promise<QuickMessageView> {
  const { id: userId } = requireUser(scope);
  if (input.geral) requireCan(scope, canMakeGeneral);
  return scope.write(async (tx) => {
    const { geral = false, status = true, media = null } = input;
    const row = await tx.db
      .insert(quickMessages)
      .values({ ...fieldsOf(input), isGeneral: geral, status, userId, ...toColumns(media) })
      .returning({ id: quickMessages.id })
      .then(insertedRow);
    await auditNew(tx, 'quickMessage.created', quickMessages, row.id);
    tx.emit('quick-message.created', { quickMessageId: row.id });
    return getQuickMessage(tx, row.id);
  });
}

/** Omitted fields stay; `media` null removes the file. Throws ERR_NO_QUICKMESSAGE_FOUND, ERR_NO_PERMISSION. */
export async function updateQuickMessage(
  scope: Scope,
  input: QuickMessageInput & { quickMessageId: number; media?: QuickMedia | null },
): Promise<QuickMessageView> {
  return scope.write(async (tx) => {
    const row = await requireChangeable(tx, input.quickMessageId);
    const { geral = row.isGeneral, status = row.status, media } = input;
    if (geral !== row.isGeneral) requireCan(tx, canMakeGeneral);
    await change(tx, row, {
      ...fieldsOf(input),
      isGeneral: geral,
      status,
      // Its author may be deleted, and a private one without an owner is on nobody's list.
      ...(!geral && row.userId === null && { userId: requireUser(tx).id }),
      ...(media !== undefined && toColumns(media)),
    });
    return getQuickMessage(tx, row.id);
  });
}

export async function setQuickMedia(
  scope: Scope,
  input: { quickMessageId: number; media: QuickMedia | null },
): Promise<void> {
  await scope.write(async (tx) => {
    const row = await requireChangeable(tx, input.quickMessageId);
    await change(tx, row, toColumns(input.media));
  });
}

export async function deleteQuickMessage(scope: Scope, input: { quickMessageId: number }): Promise<void> {
  await scope.write(async (tx) => {
    const row = await requireChangeable(tx, input.quickMessageId);
    await auditGone(tx, 'quickMessage.deleted', quickMessages, row.id);
    await tx.db.delete(quickMessages).where(eq(quickMessages.id, row.id));
    removeMediaAfter(tx, filesOf(row));
    tx.emit('quick-message.deleted', {
      quickMessageId: row.id,
      userId: row.userId,
      isGeneral: row.isGeneral,
    });
  });
}

export async function leaveQuickMessages(tx: Scope, { userId }: StepMap['user.deleting']): Promise<void> {
  const theirs = eq(quickMessages.userId, userId);
  await tx.db
    .update(quickMessages)
    .set({ userId: null })
    .where(and(theirs, eq(quickMessages.isGeneral, true)));
  const gone = await tx.db.delete(quickMessages).where(theirs).returning();
  removeMediaAfter(tx, gone.flatMap(filesOf));
}

async function requireChangeable(tx: Scope, quickMessageId: number): Promise<QuickMessageRow> {
  const row = await requireQuickMessage(tx, quickMessageId);
  requireCan(tx, canChangeQuickMessage, row);
  return row;
}

async function change(tx: Scope, row: QuickMessageRow, values: Partial<QuickMessageRow>): Promise<void> {
  const audited = await auditChange(tx, 'quickMessage.changed', quickMessages, row.id);
  await tx.db
    .update(quickMessages)
    .set({ ...values, updatedAt: tx.now() })
    .where(eq(quickMessages.id, row.id));
  await audited();
  if (values.mediaPath !== undefined) removeMediaAfter(tx, filesOf(row));
  const { userId, isGeneral } = row;
  tx.emit('quick-message.updated', { quickMessageId: row.id, before: { userId, isGeneral } });
}

function fieldsOf({ shortcode, message }: QuickMessageInput) {
  return { shortcode: storable(shortcode), message: storable(message) };
}

function toColumns(media: QuickMedia | null) {
  return {
    mediaPath: media?.key ?? null,
    mediaName: media?.name ?? null,
    mediaMime: media?.mime ?? null,
  };
}

/** Sent messages have their own copies. */
function filesOf({ mediaPath }: QuickMessageRow): string[] {
  return mediaPath === null ? [] : [mediaPath];
}
