import { chatMentions, chatMessages, chats, chatUsers, users } from '@db/tenant/schema/index.ts';
import { and, count, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { cutPage, offsetOf } from '@/core/db/paging.ts';
import type { Medium } from '@/core/module.ts';
import { requireUser } from '@/core/policy.ts';
import type { Actor, Scope } from '@/core/scope.ts';
import { mediaUrl } from '@/core/storage/storage.ts';
import { loadTicketViews } from '@/modules/tickets/list/tickets.queries.ts';
import { canSeeTicket } from '@/modules/tickets/tickets.policy.ts';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { contactName } from '@/schemas/phone-number.schema.ts';
import { requireChat } from './internal-chat.queries.ts';
import { CHAT_MESSAGES_PER_PAGE, type ChatMessagesQuery } from './internal-chat.schema.ts';
import type { ChatMentions, ChatMessagePage, ChatMessageView } from './internal-chat.views.ts';

export type ChatMessageRow = typeof chatMessages.$inferSelect;

const MAX_MENTIONS = 50;

export async function listChatMessages(
  scope: Scope,
  { chatId, ...query }: ChatMessagesQuery & { chatId: number },
): Promise<ChatMessagePage> {
  await requireChat(scope, chatId);
  const ofChat = eq(chatMessages.chatId, chatId);
  const rows = await scope.db
    .select({ id: chatMessages.id })
    .from(chatMessages)
    .where(and(ofChat, query.before ? lt(chatMessages.id, query.before) : undefined))
    .orderBy(desc(chatMessages.id))
    .limit(CHAT_MESSAGES_PER_PAGE + 1)
    .offset(offsetOf({ ...query, after: query.before }, CHAT_MESSAGES_PER_PAGE));
  const [total] = await scope.db.select({ n: count() }).from(chatMessages).where(ofChat);
  const page = cutPage(rows, CHAT_MESSAGES_PER_PAGE);
  const ids = page.rows.map(({ id }) => id);
  const loaded = await loadChatMessages(scope, ids);
  const records = loaded.map((message) => toChatMessageView(scope, message, scope.actor));
  return { records, count: total?.n ?? 0, hasMore: page.hasMore };
}

export type LoadedChatMessage = {
  row: ChatMessageRow;
  senderName: string;
  mentions: number[];
  ticket: TicketView | undefined;
};

/** In the order of `ids`. Checks no permission: `toChatMessageView` hides tickets the reader may not see. */
export async function loadChatMessages(scope: Scope, ids: number[]): Promise<LoadedChatMessage[]> {
  if (ids.length === 0) return [];
  const rows = await scope.db
    .select({ row: chatMessages, name: users.name })
    .from(chatMessages)
    .leftJoin(users, eq(users.id, chatMessages.senderId))
    .where(inArray(chatMessages.id, ids))
    .orderBy(chatMessages.id);
  const named = await scope.db.select().from(chatMentions).where(inArray(chatMentions.messageId, ids));
  const mentionsOf = Map.groupBy(named, ({ messageId }) => messageId);
  const tickets = await loadTicketViews(
    scope,
    rows.flatMap(({ row }) => row.ticketId ?? []),
  );
  return rows.map(({ row, name }) => ({
    row,
    senderName: name ?? row.senderName,
    mentions: (mentionsOf.get(row.id) ?? []).map(({ userId }) => userId),
    ticket: row.ticketId === null ? undefined : tickets.get(row.ticketId),
  }));
}

export function toChatMessageView(
  scope: Scope,
  { row, senderName, mentions, ticket }: LoadedChatMessage,
  reader: Actor,
): ChatMessageView {
  return {
    id: row.id,
    chatId: row.chatId,
    senderId: row.senderId,
    message: row.message,
    mediaPath: mediaUrl(scope, row.mediaPath),
    mediaName: row.mediaName,
    mediaType: row.mediaMime,
    mediaSize: row.mediaSize,
    clientId: row.clientId,
    ticketId: row.ticketId,
    ticket:
      ticket && canSeeTicket(reader, ticket)
        ? {
            uuid: ticket.uuid,
            status: ticket.status,
            contactName: contactName(ticket.contact),
          }
        : null,
    mentions,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    sender: { id: row.senderId, name: senderName },
  };
}

export async function listUnreadMentions(scope: Scope): Promise<ChatMentions> {
  const { id: me } = requireUser(scope);
  const rows = await scope.db
    .select({ message: chatMessages, chat: chats, name: users.name })
    .from(chatMentions)
    .innerJoin(chatMessages, eq(chatMessages.id, chatMentions.messageId))
    .innerJoin(chats, eq(chats.id, chatMessages.chatId))
    .innerJoin(chatUsers, and(eq(chatUsers.chatId, chats.id), eq(chatUsers.userId, me)))
    .leftJoin(users, eq(users.id, chatMessages.senderId))
    .where(
      and(
        eq(chatMentions.userId, me),
        or(isNull(chatUsers.readMessageId), gt(chatMessages.id, sql`${chatUsers.readMessageId}`)),
      ),
    )
    .orderBy(desc(chatMessages.id))
    .limit(MAX_MENTIONS);
  return {
    mentions: rows.map(({ message, chat, name }) => ({
      messageId: message.id,
      chatId: chat.id,
      chatUuid: chat.uuid,
      chatTitle: chat.title,
      sender: name ?? message.senderName,
      message: message.message,
      createdAt: message.createdAt.toISOString(),
    })),
  };
}

export async function findChatMedium(scope: Scope, key: string): Promise<Medium | undefined> {
  const { actor } = scope;
  const [found] = await scope.db
    .select({ mime: chatMessages.mediaMime, name: chatMessages.mediaName, memberId: chatUsers.id })
    .from(chatMessages)
    .leftJoin(
      chatUsers,
      and(
        eq(chatUsers.chatId, chatMessages.chatId),
        eq(chatUsers.userId, actor.kind === 'user' ? actor.id : 0),
      ),
    )
    .where(eq(chatMessages.mediaPath, key));
  if (!found || (actor.kind === 'user' && found.memberId === null)) return undefined;
  return { mime: found.mime ?? '', name: found.name };
}
