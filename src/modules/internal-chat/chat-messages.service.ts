import { chatMentions, chatMessages, chats, chatUsers, users } from '@db/tenant/schema/index.ts';
import { and, eq, ne, sql } from 'drizzle-orm';
import { insertedRow } from '@/core/db/inserted-row.ts';
import { AppError, InvalidInput } from '@/core/errors.ts';
import { requireUser } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { removeMediaAfter } from '@/core/storage/remove-media.ts';
import { cutAt } from '@/core/text.ts';
import { getTicket } from '@/modules/tickets/list/tickets.queries.ts';
import { loadChatMessages, toChatMessageView } from './chat-messages.queries.ts';
import { getChat, requireChat } from './internal-chat.queries.ts';
import type { ChatView, PostedChatMessage } from './internal-chat.views.ts';
import { mentionedIn } from './mentions.logic.ts';

export type ChatMedia = { key: string; name: string; mime: string; size: number };
type MessageText = {
  chatId: number;
  message: string;
  clientId?: string;
  ticketId?: number | null;
  media?: ChatMedia | null;
};

const LAST_MESSAGE_LENGTH = 200;

/** Idempotent by `clientId`. Throws ERR_NO_CHAT_FOUND, ERR_NO_TICKET_FOUND, InvalidInput. */
export async function postChatMessage(scope: Scope, input: MessageText): Promise<PostedChatMessage> {
  const id = await scope.write((tx) => store(tx, input));
  const [stored] = await loadChatMessages(scope, [id]);
  if (!stored) throw new AppError('ERR_NO_CHAT_FOUND');
  return { ...toChatMessageView(scope, stored, scope.actor), chat: await getChat(scope, input.chatId) };
}

export async function readChat(
  scope: Scope,
  { chatId, userId }: { chatId: number; userId?: number },
): Promise<ChatView> {
  const { id: me } = requireUser(scope);
  if (userId !== undefined && userId !== me) throw new AppError('ERR_NO_PERMISSION');
  return scope.write(async (tx) => {
    const { lastMessageId } = await requireChat(tx, chatId);
    const unread = sql`(${chatUsers.unreads} > 0 or ${chatUsers.readMessageId} is not ${lastMessageId})`;
    const read = await tx.db
      .update(chatUsers)
      .set({ unreads: 0, readMessageId: lastMessageId, updatedAt: tx.now() })
      .where(and(eq(chatUsers.chatId, chatId), eq(chatUsers.userId, me), unread))
      .returning({ id: chatUsers.id });
    if (read.length > 0) tx.emit('chat.read', { chatId });
    return getChat(tx, chatId);
  });
}

async function store(tx: Scope, input: MessageText): Promise<number> {
  const { id: senderId, name: senderName } = requireUser(tx);
  const { chatId, message, media = null, clientId = null } = input;
  await requireChat(tx, chatId);
  const known = await findPosted(tx, { clientId, chatId, senderId });
  if (known !== undefined) {
    removeMediaAfter(tx, media ? [media.key] : []);
    return known;
  }
  const ticket = input.ticketId ? await getTicket(tx, input.ticketId) : null;
  const values = { chatId, senderId, senderName, message, clientId, ticketId: ticket?.id ?? null };
  const row = await tx.db
    .insert(chatMessages)
    .values({ ...values, ...toColumns(media), createdAt: tx.now(), updatedAt: tx.now() })
    .returning({ id: chatMessages.id })
    .then(insertedRow);
  const preview = message.trim() || media?.name || `#${ticket?.id ?? ''}`;
  await tx.db
    .update(chats)
    .set({
      lastMessage: `${senderName}: ${cutAt(preview, LAST_MESSAGE_LENGTH)}`,
      lastMessageId: row.id,
      updatedAt: tx.now(),
    })
    .where(eq(chats.id, chatId));
  await count(tx, { chatId, senderId, messageId: row.id });
  await mention(tx, { chatId, senderId, messageId: row.id, message });
  tx.emit('chat.message', { chatId, messageId: row.id });
  return row.id;
}

async function findPosted(
  tx: Scope,
  { clientId, chatId, senderId }: { clientId: string | null; chatId: number; senderId: number },
): Promise<number | undefined> {
  if (clientId === null) return undefined;
  const known = await tx.db.query.chatMessages.findFirst({ where: eq(chatMessages.clientId, clientId) });
  if (known && (known.chatId !== chatId || known.senderId !== senderId))
    throw new InvalidInput({ clientId: 'validation:invalid' });
  return known?.id;
}

type Posted = { chatId: number; senderId: number; messageId: number };

async function count(tx: Scope, { chatId, senderId, messageId }: Posted): Promise<void> {
  const ofChat = eq(chatUsers.chatId, chatId);
  await tx.db
    .update(chatUsers)
    .set({ unreads: sql`${chatUsers.unreads} + 1` })
    .where(and(ofChat, ne(chatUsers.userId, senderId)));
  await tx.db
    .update(chatUsers)
    .set({ unreads: 0, readMessageId: messageId })
    .where(and(ofChat, eq(chatUsers.userId, senderId)));
}

async function mention(
  tx: Scope,
  { chatId, senderId, messageId, message }: Posted & { message: string },
): Promise<void> {
  if (!message.includes('@')) return;
  const people = await tx.db
    .select({ id: users.id, name: users.name })
    .from(chatUsers)
    .innerJoin(users, eq(users.id, chatUsers.userId))
    .where(and(eq(chatUsers.chatId, chatId), ne(chatUsers.userId, senderId)));
  const named = mentionedIn(message, people);
  if (named.length > 0)
    await tx.db.insert(chatMentions).values(named.map((userId) => ({ messageId, userId })));
}

function toColumns(media: ChatMedia | null) {
  return {
    mediaPath: media?.key ?? null,
    mediaName: media?.name ?? null,
    mediaMime: media?.mime ?? null,
    mediaSize: media?.size ?? null,
  };
}
