import { messages } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { type OutboxHandler, TryLater } from '@/core/queue/outbox.ts';
import { requireSession } from '@/modules/connections/session.queries.ts';
import { translate } from '../send/deliver-message.outbox.ts';
import { extensionOf } from './file-extensions.logic.ts';

export const downloadMedia: OutboxHandler<'media.download'> = {
  async run(scope, { payload }) {
    const message = await scope.db.query.messages.findFirst({ where: eq(messages.id, payload.messageId) });
    if (!message?.mediaTicket || message.mediaState === 'ready') return undefined;
    // With a full disk texts have priority; WhatsApp keeps the file meanwhile.
    if ((await scope.kernel.space.check()).level === 'none')
      throw new TryLater('ERR_NO_SPACE', { uncounted: true });
    const session = await requireSession(scope, message.connectionId);
    const file = scope.kernel.storage.reserve(
      scope.companyId,
      extensionOf(message.mediaMime, message.mediaName),
    );
    const { size } = await session.download(message.mediaTicket, file.path).catch(async (cause) => {
      await scope.kernel.storage.remove(scope.companyId, file.key);
      return translate(cause);
    });
    await scope.kernel.storage.keep(scope.companyId, file.key);
    return async (tx) => {
      await tx.db
        .update(messages)
        .set({ mediaState: 'ready', mediaPath: file.key, mediaSize: size, error: null, updatedAt: tx.now() })
        .where(eq(messages.id, message.id));
      tx.emit('message.updated', { messageId: message.id, ticketId: message.ticketId });
    };
  },
  async park(tx, { payload }) {
    const [row] = await tx.db
      .update(messages)
      .set({ mediaState: 'failed', error: 'ERR_WAPP_DOWNLOAD_MEDIA', updatedAt: tx.now() })
      .where(eq(messages.id, payload.messageId))
      .returning({ ticketId: messages.ticketId });
    if (row) tx.emit('message.updated', { messageId: payload.messageId, ticketId: row.ticketId });
  },
};
