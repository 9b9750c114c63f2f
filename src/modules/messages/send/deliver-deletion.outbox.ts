import { messages } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { OutboxHandler } from '@/core/queue/outbox.ts';
import type { Scope } from '@/core/scope.ts';
import { requireSession } from '@/modules/connections/session.queries.ts';
import { translate } from './deliver-message.outbox.ts';
import { refuse } from './message-changes.service.ts';
import { changeSent } from './sent-changes.service.ts';

/** On failure the message is shown again: the customer still has it. */
export const deliverDeletion: OutboxHandler<'message.delete'> = {
  async run(scope, { payload }) {
    const message = await scope.db.query.messages.findFirst({ where: eq(messages.id, payload.messageId) });
    // A deleted message that was never sent needs no deletion at WhatsApp.
    if (!message?.isDeleted || message.ack < 2) return undefined;
    const session = await requireSession(scope, message.connectionId);
    const content = { type: 'delete', targetId: message.wid } as const;
    const { raw } = await session
      .send({ id: payload.wid, jid: message.remoteJid, content, quoted: null })
      .catch((cause) => translate(cause));
    return changeSent('delete', payload, raw);
  },
  async park(tx, { payload }, code) {
    const { messageId, asker } = payload;
    const ticketId = await setDeleted(tx, messageId, false);
    if (ticketId === undefined) return;
    const reason = code === 'ERR_SENDING_WAPP_MSG' ? 'ERR_DELETE_WAPP_MSG' : code;
    refuse(tx, 'delete', { messageId, ticketId, asker, wanted: '' }, reason);
  },
};

export async function setDeleted(
  tx: Scope,
  messageId: number,
  isDeleted: boolean,
): Promise<number | undefined> {
  const [row] = await tx.db
    .update(messages)
    .set({ isDeleted, updatedAt: tx.now() })
    .where(eq(messages.id, messageId))
    .returning({ ticketId: messages.ticketId });
  if (!row) return undefined;
  tx.emit('message.updated', { messageId, ticketId: row.ticketId });
  tx.emit('ticket.updated', { ticketId: row.ticketId });
  return row.ticketId;
}
