import { messages } from '@db/tenant/schema/index.ts';
import { and, eq, lt, sql } from 'drizzle-orm';
import { parameter, tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { GiveUp, type OutboxHandler, type Settle, TryLater } from '@/core/queue/outbox.ts';
import type { Scope } from '@/core/scope.ts';
import { requireSession } from '@/modules/connections/session.queries.ts';
import { type OutboundMessage, SendError } from '@/whatsapp/port.ts';
import { findMessageRow, type MessageRow } from '../messages.queries.ts';
import { toOutbound } from './outbound-content.outbox.ts';

declare module '@/core/steps.ts' {
  interface StepMap {
    /** Sent to WhatsApp, or given up with a code in `error`. A manual retry may settle it again. */
    'message.settled': { messageId: number; origin: MessageRow['origin']; error: string | null };
  }
}

/** The id stays the same at every try: after a crash the customer has one message. */
export const deliverMessage: OutboxHandler<'message.send'> = {
  atOnce: { prefix: 'send', together: 256 },
  async run(scope, { payload }) {
    const message = await findMessageRow(scope, payload.messageId);
    if (!message || message.isDeleted) return undefined;
    const session = await requireSession(scope, message.connectionId);
    const outbound: OutboundMessage = {
      id: message.wid,
      jid: message.remoteJid,
      content: await toOutbound(scope, message),
      quoted: await quotedOf(scope, message),
      isForwarded: message.isForwarded,
    };
    const { raw } = await session.send(outbound).catch((cause) => translate(cause));
    const waited = scope.now().getTime() - message.createdAt.getTime();
    scope.kernel.services.messageTimes.sent.observe(Math.max(0, waited) / 1_000);
    return sent(message, raw);
  },
  async park(tx, { payload }, code) {
    const [row] = await tx.db
      .update(messages)
      .set({ error: code, updatedAt: tx.now() })
      .where(eq(messages.id, payload.messageId))
      .returning({ messageId: messages.id, ticketId: messages.ticketId, origin: messages.origin });
    if (!row) return;
    const { messageId, ticketId, origin } = row;
    tx.emit('message.updated', { messageId, ticketId });
    await tx.kernel.steps.take(tx, 'message.settled', { messageId, origin, error: code });
  },
};

function sent({ id: messageId, ticketId, origin }: MessageRow, raw: string): Settle {
  return async (tx) => {
    await storeSent(tx.db, { messageId, raw, now: tx.now() });
    // A receipt may arrive before the server's own ack: ack only rises.
    await raiseAck(tx.db, { messageId, now: tx.now() });
    tx.emit('message.updated', { messageId, ticketId });
    await tx.kernel.steps.take(tx, 'message.settled', { messageId, origin, error: null });
  };
}

const isIt = eq(messages.id, sql.placeholder('messageId'));

const storeSent = tenantStatement((db) =>
  db
    .update(messages)
    .set({ raw: parameter('raw'), error: null, updatedAt: parameter('now') })
    .where(isIt),
);

const raiseAck = tenantStatement((db) =>
  db
    .update(messages)
    .set({ ack: 2, sentAt: parameter('now') })
    .where(and(isIt, lt(messages.ack, 2))),
);

export function translate(cause: unknown): never {
  if (!(cause instanceof SendError)) throw cause;
  if (cause.code === 'not_connected')
    throw new TryLater('ERR_WAPP_NOT_INITIALIZED', { uncounted: true, cause });
  if (cause.retry) throw new TryLater('ERR_SENDING_WAPP_MSG', { cause });
  if (cause.code === 'restricted') throw new GiveUp('ERR_WAPP_RESTRICTED', { cause });
  throw new GiveUp('ERR_SENDING_WAPP_MSG', { cause });
}

async function quotedOf(scope: Scope, message: MessageRow): Promise<OutboundMessage['quoted']> {
  if (message.quotedMsgId === null) return null;
  const quoted = await findMessageRow(scope, message.quotedMsgId);
  if (!quoted?.raw) return null;
  return { id: quoted.wid, fromMe: quoted.fromMe, author: quoted.participant, raw: quoted.raw };
}
