import { messages, sentChanges } from '@db/tenant/schema/index.ts';
import { and, desc, eq, not, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { isToBeSent } from '@/core/queue/outbox-pending.ts';
import type { Scope } from '@/core/scope.ts';
import { chatText, inChat } from '@/modules/messages/chat-condition.queries.ts';

/** For phones that could not decrypt a message. Base64; null when not sent under this id, or deleted. */
export async function findSent(
  scope: Scope,
  connectionId: number,
  addresses: string[],
  wid: string,
): Promise<string | null> {
  const wanted = { connectionId, wid, chat: chatText(addresses) };
  const [message] = await sentMessage(scope.db, wanted);
  if (message) return message.isDeleted ? null : message.raw;
  const [change] = await sentChange(scope.db, wanted);
  return change?.raw ?? null;
}

const sentMessage = tenantStatement((db) =>
  db
    .select({ raw: messages.raw, isDeleted: messages.isDeleted })
    .from(messages)
    .where(and(eq(messages.wid, sql.placeholder('wid')), eq(messages.fromMe, true), inOneChat())),
);

/** An older text must not replace a newer one, even one that was sent but not yet recorded as sent. */
const sentChange = tenantStatement((db) => {
  const asked = alias(sentChanges, 'asked');
  return db
    .select({ raw: sentChanges.raw })
    .from(asked)
    .innerJoin(sentChanges, and(eq(sentChanges.messageId, asked.messageId), eq(sentChanges.kind, asked.kind)))
    .innerJoin(messages, eq(messages.id, asked.messageId))
    .where(
      and(
        eq(asked.wid, sql.placeholder('wid')),
        inOneChat(),
        not(isToBeSent(sql`'message.' || ${asked.kind}`, ['messageId', asked.messageId])),
      ),
    )
    .orderBy(desc(sentChanges.id))
    .limit(1);
});

function inOneChat() {
  return and(eq(messages.connectionId, sql.placeholder('connectionId')), inChat());
}
