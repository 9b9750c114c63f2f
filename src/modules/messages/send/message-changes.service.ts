import type { OutboxJob, OutboxKind } from '@/core/queue/outbox.ts';
import { changeLater } from '@/core/queue/outbox-pending.ts';
import type { Scope } from '@/core/scope.ts';

export type MessageAction = 'edit' | 'delete' | 'react';

/** Null when no user asked for it. */
export type Asker = number | null;

export function askerOf(tx: Scope): Asker {
  return tx.actor.kind === 'user' ? tx.actor.id : null;
}

type ChangeKind = Extract<OutboxKind, 'message.edit' | 'message.react'>;

/** A later change inherits a failed one's `before`: if it fails too, that state is restored. */
export async function handOnBefore<K extends ChangeKind>(
  tx: Scope,
  kind: K,
  job: OutboxJob<K>,
): Promise<boolean> {
  const { messageId, before } = job.payload;
  return changeLater(tx, { kind, id: job.id, where: ['messageId', messageId] }, ['before', before]);
}

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
