import { clickLinks, connections } from '@db/tenant/schema/index.ts';
import { and, count, eq, ne } from 'drizzle-orm';
import { auditChange, auditGone, auditNew } from '@/core/audit/audit-rows.ts';
import { insertedRow } from '@/core/db/inserted-row.ts';
import { AppError, InvalidInput } from '@/core/errors.ts';
import { isAdmin, requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { getLink } from './click-to-chat.queries.ts';
import { type ClickLinkInput, MAX_LINKS } from './click-to-chat.schema.ts';
import type { ClickLinkView } from './click-to-chat.views.ts';

/** Throws ERR_TOO_MANY_LINKS, InvalidInput on `source` and `connectionId`. */
export async function createLink(scope: Scope, input: ClickLinkInput): Promise<ClickLinkView> {
  requireCan(scope, isAdmin);
  return scope.write(async (tx) => {
    const [held] = await tx.db.select({ n: count() }).from(clickLinks);
    if ((held?.n ?? 0) >= MAX_LINKS) throw new AppError('ERR_TOO_MANY_LINKS', { most: MAX_LINKS });
    await requireSound(tx, input);
    const { id } = await tx.db
      .insert(clickLinks)
      .values(input)
      .returning({ id: clickLinks.id })
      .then(insertedRow);
    await auditNew(tx, 'link.created', clickLinks, id);
    tx.emit('clickLink.changed', { source: input.source });
    return getLink(tx, id);
  });
}

type Change = ClickLinkInput & { linkId: number };

/** Existing tickets keep the former source. Throws ERR_NO_LINK_FOUND, InvalidInput as `createLink`. */
export async function updateLink(scope: Scope, { linkId, ...input }: Change): Promise<ClickLinkView> {
  requireCan(scope, isAdmin);
  return scope.write(async (tx) => {
    await getLink(tx, linkId);
    await requireSound(tx, input, linkId);
    const audited = await auditChange(tx, 'link.changed', clickLinks, linkId);
    await tx.db
      .update(clickLinks)
      .set({ ...input, updatedAt: tx.now() })
      .where(eq(clickLinks.id, linkId));
    await audited();
    tx.emit('clickLink.changed', { source: input.source });
    return getLink(tx, linkId);
  });
}

export async function deleteLink(scope: Scope, { linkId }: { linkId: number }): Promise<void> {
  requireCan(scope, isAdmin);
  await scope.write(async (tx) => {
    const { source } = await getLink(tx, linkId);
    await auditGone(tx, 'link.deleted', clickLinks, linkId);
    await tx.db.delete(clickLinks).where(eq(clickLinks.id, linkId));
    tx.emit('clickLink.changed', { source });
  });
}

async function requireSound(
  tx: Scope,
  { source, connectionId }: ClickLinkInput,
  exceptId = 0,
): Promise<void> {
  const same = and(eq(clickLinks.source, source), ne(clickLinks.id, exceptId));
  if (await tx.db.query.clickLinks.findFirst({ where: same }))
    throw new InvalidInput({ source: 'clickToChat:errors.sourceTaken' });
  if (!(await tx.db.query.connections.findFirst({ where: eq(connections.id, connectionId) })))
    throw new InvalidInput({ connectionId: 'validation:invalid' });
}
