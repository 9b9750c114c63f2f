import { messages, outbox } from '@db/tenant/schema/index.ts';
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { isInQueuesOf } from '@/core/queue/outbox-pending.ts';
import type { Scope } from '@/core/scope.ts';
import { findMessageRow } from '../messages.queries.ts';
import { presentAddress } from '../messages.service.ts';
import { setDeleted } from '../send/deliver-deletion.outbox.ts';
import { sendQueueKey } from './store-own-message.service.ts';

const SENT = 2;
const isUnsent = lt(messages.ack, SENT);

/** As `resendFailed`, for an unsent or withdrawn message. One of another connection frees its client id for a new one. */
export async function resendUnsent(
  tx: Scope,
  { messageId, connectionId, body }: { messageId: number; connectionId: number | null; body?: string },
): Promise<'sent' | 'again' | 'elsewhere'> {
  const row = await findMessageRow(tx, messageId);
  if (!row || row.ack >= SENT) return 'sent';
  const isQueued = row.connectionId !== null && (await isOnItsWay(tx, row.connectionId, messageId));
  const mayMove = row.isDeleted || !isQueued;
  if (row.connectionId === null || (row.connectionId !== connectionId && mayMove)) {
    await freeClientId(tx.db, { messageId });
    return 'elsewhere';
  }
  const remoteJid = await presentAddress(tx, row);
  await tx.db
    .update(messages)
    .set({ isDeleted: false, error: null, remoteJid, updatedAt: tx.now(), ...(body && { body }) })
    .where(eq(messages.id, messageId));
  if (!isQueued)
    await tx.kernel.outbox.add(tx, sendQueueKey(row.connectionId, row.chatId), 'message.send', { messageId });
  tx.emit('message.updated', { messageId, ticketId: row.ticketId });
  return 'again';
}

const freeClientId = tenantStatement((db) =>
  db
    .update(messages)
    .set({ clientId: null })
    .where(eq(messages.id, sql.placeholder('messageId')))
    .returning({ id: messages.id }),
);

export async function takeBack(tx: Scope, causes: string[]): Promise<void> {
  for (const cause of causes) {
    const start = `auto:${cause}`;
    const unsent = await tx.db
      .select({ id: messages.id })
      .from(messages)
      // `;` follows `:`, which ends the prefix of a cause.
      .where(and(gt(messages.clientId, `${start}:`), lt(messages.clientId, `${start};`), isUnsent));
    for (const { id } of unsent) await setDeleted(tx, id, true);
  }
}

/** 'lost': deleted, or its connection or contact is gone. */
export async function fateOf(
  scope: Scope,
  messageId: number | null,
): Promise<'sent' | 'on its way' | 'lost'> {
  if (messageId === null) return 'lost';
  const row = await findMessageRow(scope, messageId);
  if (row && row.ack >= SENT) return 'sent';
  if (!row || row.isDeleted || row.connectionId === null) return 'lost';
  return (await isOnItsWay(scope, row.connectionId, messageId)) ? 'on its way' : 'lost';
}

/** Searches all queue keys of the connection: after a contact merge, messages stay under the old one. */
async function isOnItsWay(scope: Scope, connectionId: number, messageId: number): Promise<boolean> {
  const rows = await scope.db
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        isNull(outbox.parkedAt),
        isInQueuesOf(`send:${connectionId}`),
        eq(outbox.kind, 'message.send'),
        eq(sql`json_extract(${outbox.payload}, '$.messageId')`, messageId),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
