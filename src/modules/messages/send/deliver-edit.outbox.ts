import { messages } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { GiveUp, type OutboxHandler } from '@/core/queue/outbox.ts';
import type { Scope } from '@/core/scope.ts';
import { cutAt } from '@/core/text.ts';
import { requireSession } from '@/modules/connections/session.queries.ts';
import { changePreview } from '@/modules/tickets/work/last-message.service.ts';
import type { OutboundContent } from '@/whatsapp/port.ts';
import { EDIT_WINDOW_MINUTES, MAX_PREVIEW } from '../message-limits.schema.ts';
import type { MessageRow } from '../messages.queries.ts';
import { translate } from './deliver-message.outbox.ts';
import { handOnBefore, refuse } from './message-changes.service.ts';
import { changeSent } from './sent-changes.service.ts';

export const CAPTIONED = ['image', 'video', 'application'];

export const deliverEdit: OutboxHandler<'message.edit'> = {
  async run(scope, { payload }) {
    const message = await scope.db.query.messages.findFirst({ where: eq(messages.id, payload.messageId) });
    // A message that was never sent goes out with its new text on a retry.
    if (!message || message.isDeleted || message.ack < 2) return undefined;
    if (isTooLate(scope, message.createdAt)) throw new GiveUp('ERR_EDIT_TOO_LATE');
    const { wid: id, text } = payload;
    const content = contentOf(message, text);
    const session = await requireSession(scope, message.connectionId);
    const { raw } = await session
      .send({ id, jid: message.remoteJid, content, quoted: null })
      .catch((cause) => translate(cause));
    return changeSent('edit', payload, raw);
  },
  async park(tx, job, code) {
    const { messageId, before, text, asker } = job.payload;
    const message = await tx.db.query.messages.findFirst({ where: eq(messages.id, messageId) });
    if (!message) return;
    if (!(await handOnBefore(tx, 'message.edit', job)) && message.body === text) {
      await setBody(tx, message, before.body, before.isEdited);
    }
    const reason = code === 'ERR_SENDING_WAPP_MSG' ? 'ERR_EDITING_WAPP_MSG' : code;
    refuse(tx, 'edit', { messageId, ticketId: message.ticketId, asker, wanted: text }, reason);
  },
};

function contentOf({ wid, mediaType, raw }: MessageRow, text: string): OutboundContent {
  const edit = { type: 'edit', targetId: wid, text } as const;
  if (!CAPTIONED.includes(mediaType)) return edit;
  if (!raw) throw new GiveUp('ERR_EDITING_WAPP_MSG');
  return { ...edit, captionOf: raw };
}

/** Customers' phones ignore later edits; leaves one minute for the delivery. */
function isTooLate(scope: Scope, createdAt: Date): boolean {
  return scope.now().getTime() - createdAt.getTime() > (EDIT_WINDOW_MINUTES + 1) * 60_000;
}

export async function setBody(
  tx: Scope,
  message: { id: number; ticketId: number },
  body: string,
  isEdited: boolean,
): Promise<void> {
  await tx.db
    .update(messages)
    .set({ body, isEdited, updatedAt: tx.now() })
    .where(eq(messages.id, message.id));
  const { id: messageId, ticketId } = message;
  const isShown = await changePreview(tx, { ticketId, messageId, preview: cutAt(body, MAX_PREVIEW) });
  tx.emit('message.updated', { messageId, ticketId });
  if (isShown) tx.emit('ticket.updated', { ticketId });
}
