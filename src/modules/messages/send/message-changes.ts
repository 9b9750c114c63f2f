import { outbox } from '@db/tenant/schema/index.ts';
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { OutboxJob, OutboxKind } from '@/kernel/outbox.ts';
import type { Scope } from '@/kernel/scope.ts';

/** What people do to a message that is already with the customer. */
export type MessageAction = 'edit' | 'delete' | 'react';

/** Who is told when it comes to nothing; null when nobody asked in person. */
export type Asker = number | null;

export function askerOf(tx: Scope): Asker {
  return tx.actor.kind === 'user' ? tx.actor.id : null;
}

type ChangeKind = Extract<OutboxKind, 'message.edit' | 'message.react'>;

/**
 * A change that failed has made room for a later one of the same message: should that fail as well, it falls back to
 * what was there before both. Returns whether there is a later one.
 */
export async function handOnBefore<K extends ChangeKind>(
  tx: Scope,
  kind: K,
  job: OutboxJob<K>,
): Promise<boolean> {
  const [later] = await tx.db
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        eq(outbox.kind, kind),
        gt(outbox.id, job.id),
        isNull(outbox.parkedAt),
        eq(sql`json_extract(${outbox.payload}, '$.messageId')`, job.payload.messageId),
      ),
    )
    .orderBy(asc(outbox.id))
    .limit(1);
  if (!later) return false;
  const before = JSON.stringify(job.payload.before);
  await tx.db
    .update(outbox)
    .set({ payload: sql`json_set(${outbox.payload}, '$.before', json(${before}))` })
    .where(eq(outbox.id, later.id));
  return true;
}

/** Tells who asked that it came to nothing; `wanted` is what he had written or chosen. */
export function refuse(
  tx: Scope,
  action: MessageAction,
  change: { messageId: number; ticketId: number; asker: Asker; wanted: string },
  code: string,
): void {
  const { messageId, ticketId, asker, wanted } = change;
  tx.emit('message.updated', { messageId, ticketId });
  if (asker !== null)
    tx.emit('message.refused', { messageId, ticketId, userId: asker, action, wanted, code });
}
