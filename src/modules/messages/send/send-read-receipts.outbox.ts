import { messages } from '@db/tenant/schema/index.ts';
import { and, eq, lte, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { GiveUp, type OutboxHandler } from '@/core/queue/outbox.ts';
import { requireSession } from '@/modules/connections/session.queries.ts';
import { translate } from './deliver-message.outbox.ts';

export const sendReadReceipts: OutboxHandler<'message.read'> = {
  async run(scope, { payload }) {
    const { ticketId, upTo } = payload;
    const rows = await unreadKeys(scope.db, { ticketId, upTo });
    const keys = rows.map((row) => ({ id: row.wid, chatJid: row.remoteJid, author: row.participant }));
    if (keys.length === 0) return undefined;
    const session = await requireSession(scope, rows[0]?.connectionId ?? null).catch((error) => {
      if (error instanceof GiveUp) return undefined;
      throw error;
    });
    if (!session) return undefined;
    await session.markRead(keys).catch((cause) => translate(cause));
    return async (tx) => {
      await markAsRead(tx.db, { ticketId, upTo });
    };
  },
  async park() {},
};

const unread = and(
  eq(messages.ticketId, sql.placeholder('ticketId')),
  eq(messages.read, false),
  eq(messages.fromMe, false),
  lte(messages.id, sql.placeholder('upTo')),
);
const unreadKeys = tenantStatement((db) =>
  db
    .select({
      wid: messages.wid,
      remoteJid: messages.remoteJid,
      participant: messages.participant,
      connectionId: messages.connectionId,
    })
    .from(messages)
    .where(unread),
);
const markAsRead = tenantStatement((db) => db.update(messages).set({ read: true }).where(unread));
