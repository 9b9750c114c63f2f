import { messages } from '@db/tenant/schema/index.ts';
import { and, eq, lte } from 'drizzle-orm';
import { GiveUp, type OutboxHandler } from '@/core/queue/outbox.ts';
import { requireSession, translate } from './deliver-message.outbox.ts';

export const sendReadReceipts: OutboxHandler<'message.read'> = {
  async run(scope, { payload }) {
    const unread = and(
      eq(messages.ticketId, payload.ticketId),
      eq(messages.read, false),
      eq(messages.fromMe, false),
      lte(messages.id, payload.upTo),
    );
    const rows = await scope.db.query.messages.findMany({ where: unread });
    const keys = rows.map((row) => ({ id: row.wid, chatJid: row.remoteJid, author: row.participant }));
    if (keys.length === 0) return undefined;
    const session = await requireSession(scope, rows[0]?.connectionId ?? null).catch((error) => {
      if (error instanceof GiveUp) return undefined;
      throw error;
    });
    if (!session) return undefined;
    await session.markRead(keys).catch((cause) => translate(cause));
    return async (tx) => {
      await tx.db.update(messages).set({ read: true }).where(unread);
    };
  },
  async park() {},
};
