import { messages } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { OutboxHandler } from '@/kernel/outbox.ts';
import { removeMediaAfter } from '@/kernel/remove-media.ts';
import type { Scope } from '@/kernel/scope.ts';
import { mediaLane } from './messages.service.ts';

/** The file that a text is kept in as a whole when only its beginning fits the conversation. */
export const WHOLE_TEXT = {
  mediaState: 'pending',
  mediaName: 'mensagem.txt',
  mediaMime: 'text/plain',
} as const;

/** Asks for the file, in the transaction that stores the beginning: nothing of what was written is lost. */
export async function wantWholeText(
  tx: Scope,
  message: { id: number; connectionId: number | null },
  text: string,
): Promise<void> {
  const lane = mediaLane(message.connectionId, message.id);
  await tx.kernel.outbox.add(tx, lane, 'message.text', { messageId: message.id, text });
}

/** Writes it, unless the message has other words by now; of two with one beginning the later is kept. */
export const keepWholeText: OutboxHandler<'message.text'> = {
  async run(scope, { payload: { messageId, text } }) {
    const { key, size } = await scope.kernel.storage.save(
      scope.companyId,
      new TextEncoder().encode(text),
      'txt',
    );
    return async (tx) => {
      const message = await tx.db.query.messages.findFirst({ where: eq(messages.id, messageId) });
      const isMeant = message?.mediaName === WHOLE_TEXT.mediaName && text.startsWith(message.body);
      if (!isMeant) return removeMediaAfter(tx, [key]);
      if (message.mediaPath) removeMediaAfter(tx, [message.mediaPath]);
      await tx.db
        .update(messages)
        .set({ mediaState: 'ready', mediaPath: key, mediaSize: size, updatedAt: tx.now() })
        .where(eq(messages.id, messageId));
      tx.emit('message.updated', { messageId, ticketId: message.ticketId });
    };
  },
  async park(tx, { payload: { messageId } }) {
    const [row] = await tx.db
      .update(messages)
      .set({ mediaState: 'failed', updatedAt: tx.now() })
      .where(eq(messages.id, messageId))
      .returning({ ticketId: messages.ticketId });
    if (row) tx.emit('message.updated', { messageId, ticketId: row.ticketId });
  },
};
