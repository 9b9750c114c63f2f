import { messages } from '@db/tenant/schema/index.ts';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { Scope } from '@/kernel/scope.ts';
import type { Receipt } from '@/whatsapp/port.ts';
import type { MessageRow } from './messages.queries.ts';

/**
 * What became of our messages: 2 at the server, 3 delivered, 4 read, 5 played. Receipts overtake each
 * other, so ack only rises; one that names an error marks a message the server refused late.
 */
export async function applyReceipts(scope: Scope, connectionId: number, receipts: Receipt[]): Promise<void> {
  const own = receipts.filter((receipt) => receipt.fromMe);
  if (own.length === 0) return;
  await scope.write(async (tx) => {
    for (const receipt of own) await applyReceipt(tx, connectionId, receipt);
  });
}

async function applyReceipt(tx: Scope, connectionId: number, receipt: Receipt): Promise<void> {
  const isIt = and(
    eq(messages.wid, receipt.id),
    eq(messages.connectionId, connectionId),
    eq(messages.fromMe, true),
  );
  const change = receipt.error
    ? { error: 'ERR_SENDING_WAPP_MSG' }
    : {
        ack: receipt.ack,
        error: null,
        ...(receipt.ack === 3 && { deliveredAt: tx.now() }),
        ...(receipt.ack >= 4 && {
          readAt: tx.now(),
          deliveredAt: sql`coalesce(${messages.deliveredAt}, ${tx.now().getTime()})`,
        }),
      };
  const rises = receipt.error ? lt(messages.ack, 2) : lt(messages.ack, receipt.ack);
  const rows = await tx.db
    .update(messages)
    .set({ ...change, updatedAt: tx.now() })
    .where(and(isIt, rises))
    .returning({ id: messages.id, ticketId: messages.ticketId });
  for (const row of rows) tx.emit('message.updated', { messageId: row.id, ticketId: row.ticketId });
}

/** A failed message goes out again, under its old id: should the first have arrived, it stays one. */
export async function sendAgain(scope: Scope, message: MessageRow, lane: string): Promise<void> {
  await scope.write(async (tx) => {
    const [row] = await tx.db
      .update(messages)
      .set({ error: null, updatedAt: tx.now() })
      .where(and(eq(messages.id, message.id), sql`${messages.error} is not null`))
      .returning({ id: messages.id });
    if (!row) return;
    await tx.kernel.outbox.add(tx, lane, 'message.send', { messageId: message.id });
    tx.emit('message.updated', { messageId: message.id, ticketId: message.ticketId });
  });
}

/** Fetches a medium again whose download was given up. */
export async function downloadAgain(scope: Scope, message: MessageRow): Promise<void> {
  await scope.write(async (tx) => {
    const [row] = await tx.db
      .update(messages)
      .set({ mediaState: 'pending', error: null, updatedAt: tx.now() })
      .where(and(eq(messages.id, message.id), eq(messages.mediaState, 'failed')))
      .returning({ id: messages.id });
    if (!row) return;
    await tx.kernel.outbox.add(tx, mediaLane(message.connectionId, message.id), 'media.download', {
      messageId: message.id,
    });
    tx.emit('message.updated', { messageId: message.id, ticketId: message.ticketId });
  });
}

/** Four downloads of a connection at once. */
export const mediaLane = (connectionId: number | null, messageId: number) =>
  `media:${connectionId}:${messageId % 4}`;
