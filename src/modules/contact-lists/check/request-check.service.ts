import { outbox } from '@db/tenant/schema/index.ts';
import { and, eq, isNull } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';

export const CHECK_QUEUES = 'list-check:';
export const queueKeyOf = (contactListId: number) => `${CHECK_QUEUES}${contactListId}`;

export async function wantCheck(tx: Scope, contactListId: number): Promise<void> {
  const queueKey = queueKeyOf(contactListId);
  const going = await tx.db.query.outbox.findFirst({
    columns: { id: true },
    where: and(eq(outbox.queueKey, queueKey), isNull(outbox.parkedAt)),
  });
  if (!going) await tx.kernel.outbox.add(tx, queueKey, 'contact-list.check', { contactListId });
}
