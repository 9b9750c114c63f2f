import { changeLater } from '@/kernel/later-work.ts';
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
  const { messageId, before } = job.payload;
  return changeLater(tx, { kind, id: job.id, where: ['messageId', messageId] }, ['before', before]);
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
