import { messageReactions, messages } from '@db/tenant/schema/index.ts';
import { and, eq } from 'drizzle-orm';
import type { OutboxHandler } from '@/core/queue/outbox.ts';
import type { Scope } from '@/core/scope.ts';
import { requireSession } from '@/modules/connections/session.queries.ts';
import { translate } from './deliver-message.outbox.ts';
import { handOnBefore, refuse } from './message-changes.service.ts';
import { changeSent } from './sent-changes.service.ts';

export const deliverReaction: OutboxHandler<'message.react'> = {
  async run(scope, { payload }) {
    const message = await scope.db.query.messages.findFirst({ where: eq(messages.id, payload.messageId) });
    if (!message || (message.fromMe && message.ack < 2)) return undefined;
    const session = await requireSession(scope, message.connectionId);
    const content = {
      type: 'reaction',
      targetId: message.wid,
      targetFromMe: message.fromMe,
      targetAuthor: message.participant,
      emoji: payload.emoji,
    } as const;
    const { raw } = await session
      .send({ id: payload.wid, jid: message.remoteJid, content, quoted: null })
      .catch((cause) => translate(cause));
    return changeSent('react', payload, raw);
  },
  async park(tx, job, code) {
    const { messageId, before, emoji, asker } = job.payload;
    const message = await tx.db.query.messages.findFirst({ where: eq(messages.id, messageId) });
    if (!message) return;
    if (!(await handOnBefore(tx, 'message.react', job)) && (await findOwnReaction(tx, messageId)) === emoji) {
      await setOwnReaction(tx, messageId, before);
    }
    refuse(tx, 'react', { messageId, ticketId: message.ticketId, asker, wanted: emoji }, code);
  },
};

export async function findOwnReaction(scope: Scope, messageId: number): Promise<string> {
  const row = await scope.db.query.messageReactions.findFirst({ where: isOwn(messageId) });
  return row?.emoji ?? '';
}

export async function setOwnReaction(tx: Scope, messageId: number, emoji: string): Promise<void> {
  if (emoji === '') {
    await tx.db.delete(messageReactions).where(isOwn(messageId));
    return;
  }
  await tx.db
    .insert(messageReactions)
    .values({ messageId, author: 'me', emoji })
    .onConflictDoUpdate({
      target: [messageReactions.messageId, messageReactions.author],
      set: { emoji, updatedAt: tx.now() },
    });
}

function isOwn(messageId: number) {
  return and(eq(messageReactions.messageId, messageId), eq(messageReactions.author, 'me'));
}
