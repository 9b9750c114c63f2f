import { messages } from '@db/tenant/schema/index.ts';
import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
import { yieldToLoop } from '@/core/clock.ts';
import { parameter, tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Scope } from '@/core/scope.ts';
import type { Receipt } from '@/whatsapp/port.ts';
import { chatText, inChat } from '../chat-condition.queries.ts';
import { deleteArrived } from '../write/delete-message.service.ts';

const RECEIPTS_PER_BATCH = 10;

/** Receipts may overtake each other: ack only rises. Returns those of messages that are not stored (yet). */
export async function applyReceipts(
  scope: Scope,
  connectionId: number,
  receipts: Receipt[],
): Promise<Receipt[]> {
  const unknown: Receipt[] = [];
  if (receipts.length === 0) return unknown;
  await scope.write(async (tx) => {
    unknown.length = 0;
    for (const [index, receipt] of receipts.entries()) {
      // The driver is synchronous: without a pause, page requests would wait for the whole batch.
      if (index % RECEIPTS_PER_BATCH === RECEIPTS_PER_BATCH - 1) await yieldToLoop();
      if (!(await applyReceipt(tx, connectionId, receipt))) unknown.push(receipt);
    }
  });
  return unknown;
}

async function applyReceipt(tx: Scope, connectionId: number, receipt: Receipt): Promise<boolean> {
  const message = { wid: receipt.id, connectionId, chat: chatText(receipt.chat) };
  const { ack } = receipt;
  const now = tx.now();
  const rows = receipt.error
    ? await markRefused(tx.db, { ...message, now })
    : await raiseAck(tx.db, { ...message, ack, now });
  for (const { id: messageId, ticketId, isDeleted } of rows) {
    tx.emit('message.updated', { messageId, ticketId });
    if (isDeleted && !receipt.error) await deleteArrived(tx, messageId);
  }
  return rows.length > 0 || (await ownMessage(tx.db, message)).length > 0;
}

const RAISED = { id: messages.id, ticketId: messages.ticketId, isDeleted: messages.isDeleted };

const raiseAck = tenantStatement((db) => {
  const since = (ack: number, column: SQL) =>
    sql`case when ${sql.placeholder('ack')} >= ${ack} then coalesce(${column}, ${sql.placeholder('now')}) else ${column} end`;
  return db
    .update(messages)
    .set({
      ack: parameter('ack'),
      error: null,
      deliveredAt: since(3, sql`${messages.deliveredAt}`),
      readAt: since(4, sql`${messages.readAt}`),
      updatedAt: parameter('now'),
    })
    .where(and(isIt(), lt(messages.ack, sql.placeholder('ack'))))
    .returning(RAISED);
});

const markRefused = tenantStatement((db) =>
  db
    .update(messages)
    .set({ error: 'ERR_SENDING_WAPP_MSG', updatedAt: parameter('now') })
    .where(and(isIt(), lt(messages.ack, 2)))
    .returning(RAISED),
);

const ownMessage = tenantStatement((db) => db.select({ id: messages.id }).from(messages).where(isIt()));

function isIt(): SQL | undefined {
  return and(
    eq(messages.wid, sql.placeholder('wid')),
    eq(messages.connectionId, sql.placeholder('connectionId')),
    eq(messages.fromMe, true),
    inChat(),
  );
}
