import { messages, outbox } from '@db/tenant/schema/index.ts';
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Scope } from '@/kernel/scope.ts';
import { setDeleted } from '../send/deliver-deletion.ts';
import { sendLane } from './own-message.ts';

/** WhatsApp has not taken it yet. */
const isUnsent = lt(messages.ack, 2);

/**
 * Something of the desk's own that did not leave, or was taken back before it could, goes out under its old id: whoever
 * has it already gets it no second time. False when it has left.
 */
export async function sayAgain(
  tx: Scope,
  { messageId, body }: { messageId: number; body?: string },
): Promise<boolean> {
  const [row] = await tx.db
    .update(messages)
    .set({ isDeleted: false, error: null, updatedAt: tx.now(), ...(body && { body }) })
    .where(and(eq(messages.id, messageId), isUnsent))
    .returning();
  if (!row || row.connectionId === null) return false;
  if (!(await isOnItsWay(tx, row.connectionId, messageId)))
    await tx.kernel.outbox.add(tx, sendLane(row.connectionId, row.chatId), 'message.send', { messageId });
  tx.emit('message.updated', { messageId, ticketId: row.ticketId });
  return true;
}

/** What was said for causes that begin so and has not left yet is not sent any more. */
export async function takeBack(tx: Scope, causes: string[]): Promise<void> {
  for (const cause of causes) {
    const start = `auto:${cause}`;
    const unsent = await tx.db
      .select({ id: messages.id })
      .from(messages)
      // `;` follows `:`, with which the beginning of a cause ends.
      .where(and(gt(messages.clientId, `${start}:`), lt(messages.clientId, `${start};`), isUnsent));
    for (const { id } of unsent) await setDeleted(tx, id, true);
  }
}

/** 'lost': deleted by somebody, or its connection or contact is gone. */
export async function fateOf(
  scope: Scope,
  messageId: number | null,
): Promise<'sent' | 'on its way' | 'lost'> {
  if (messageId === null) return 'lost';
  const row = await scope.db.query.messages.findFirst({ where: eq(messages.id, messageId) });
  if (row && row.ack >= 2) return 'sent';
  if (!row || row.isDeleted || row.connectionId === null) return 'lost';
  return (await isOnItsWay(scope, row.connectionId, messageId)) ? 'on its way' : 'lost';
}

/** In any lane of the connection: a contact that was merged with another leaves its messages in the old one. */
async function isOnItsWay(scope: Scope, connectionId: number, messageId: number): Promise<boolean> {
  const rows = await scope.db
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        isNull(outbox.parkedAt),
        gt(outbox.lane, `send:${connectionId}:`),
        lt(outbox.lane, `send:${connectionId};`),
        eq(outbox.kind, 'message.send'),
        eq(sql`json_extract(${outbox.payload}, '$.messageId')`, messageId),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
