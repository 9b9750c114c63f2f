import { outbox } from '@db/tenant/schema/index.ts';
import { and, eq, isNull } from 'drizzle-orm';
import type { Scope } from '@/kernel/scope.ts';

export const CHECK_LANES = 'list-check:';
export const laneOf = (contactListId: number) => `${CHECK_LANES}${contactListId}`;

/** Once for each list, however many of its numbers wait. */
export async function wantCheck(tx: Scope, contactListId: number): Promise<void> {
  const lane = laneOf(contactListId);
  const going = await tx.db.query.outbox.findFirst({
    columns: { id: true },
    where: and(eq(outbox.lane, lane), isNull(outbox.parkedAt)),
  });
  if (!going) await tx.kernel.outbox.add(tx, lane, 'contact-list.check', { contactListId });
}
