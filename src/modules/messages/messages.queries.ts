import {
  contacts,
  linkPreviews,
  messageReactions,
  messages,
  queues,
  users,
} from '@db/tenant/schema/index.ts';
import { and, asc, count, desc, eq, gt, gte, inArray, lt, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { AppError } from '@/kernel/errors.ts';
import type { Scope } from '@/kernel/scope.ts';
import { type JoinedMessage, MESSAGE_COLUMNS, type Reaction, toMessageView } from './message-view.ts';
import { MESSAGES_PER_PAGE, type MessagesQuery, type MessageView } from './messages.schema.ts';

export type MessageRow = typeof messages.$inferSelect;

const quoted = alias(messages, 'quoted');
const quotedAuthor = alias(contacts, 'quoted_author');

/** A page of one conversation, the oldest first. The caller has asked whether the reader may see the ticket. */
export async function listMessages(
  scope: Scope,
  ticketId: number,
  query: MessagesQuery & { size?: number },
): Promise<{ messages: MessageView[]; count: number; hasMore: boolean }> {
  const inTicket = eq(messages.ticketId, ticketId);
  const [total] = await scope.db.select({ n: count() }).from(messages).where(inTicket);
  const { rows, hasMore } = await readPage(scope, inTicket, query);
  return { messages: await toViews(scope, rows), count: total?.n ?? 0, hasMore };
}

/** Throws ERR_NO_MESSAGE_FOUND. */
export async function getMessageRow(scope: Scope, messageId: number): Promise<MessageRow> {
  const row = await scope.db.query.messages.findFirst({ where: eq(messages.id, messageId) });
  if (!row) throw new AppError('ERR_NO_MESSAGE_FOUND');
  return row;
}

/** Many messages by id, as live updates and replies show them; the order is that of the ids. */
export async function loadMessageViews(scope: Scope, ids: number[]): Promise<MessageView[]> {
  if (ids.length === 0) return [];
  return toViews(
    scope,
    await selectMessages(scope).where(inArray(messages.id, ids)).orderBy(asc(messages.id)),
  );
}

type Page = { rows: JoinedMessage[]; hasMore: boolean };

/** `hasMore` speaks of the older side, except for `after`, which reads towards the newest. */
async function readPage(
  scope: Scope,
  inTicket: SQL,
  query: MessagesQuery & { size?: number },
): Promise<Page> {
  const size = query.size ?? MESSAGES_PER_PAGE;
  if (query.after !== undefined) {
    const rows = await selectMessages(scope)
      .where(and(inTicket, gt(messages.id, query.after)))
      .orderBy(asc(messages.id))
      .limit(MESSAGES_PER_PAGE + 1);
    return { rows: rows.slice(0, MESSAGES_PER_PAGE), hasMore: rows.length > MESSAGES_PER_PAGE };
  }
  if (query.around !== undefined) {
    const older = await readBack(
      scope,
      and(inTicket, lt(messages.id, query.around)),
      MESSAGES_PER_PAGE / 2,
      0,
    );
    const newer = await selectMessages(scope)
      .where(and(inTicket, gte(messages.id, query.around)))
      .orderBy(asc(messages.id))
      .limit(MESSAGES_PER_PAGE / 2);
    return { rows: [...older.rows, ...newer], hasMore: older.hasMore };
  }
  if (query.before !== undefined)
    return readBack(scope, and(inTicket, lt(messages.id, query.before)), MESSAGES_PER_PAGE, 0);
  return readBack(scope, inTicket, size, (query.pageNumber - 1) * size);
}

/** The newest rows that match, turned so that the oldest comes first. */
async function readBack(scope: Scope, where: SQL | undefined, size: number, offset: number): Promise<Page> {
  const rows = await selectMessages(scope)
    .where(where)
    .orderBy(desc(messages.id))
    .limit(size + 1)
    .offset(offset);
  return { rows: rows.slice(0, size).reverse(), hasMore: rows.length > size };
}

function selectMessages(scope: Scope) {
  return scope.db
    .select({
      message: MESSAGE_COLUMNS,
      contact: {
        id: contacts.id,
        name: contacts.name,
        number: contacts.number,
        picturePath: contacts.picturePath,
      },
      queue: { id: queues.id, name: queues.name, color: queues.color },
      user: { id: users.id, name: users.name },
      quoted: {
        id: quoted.id,
        fromMe: quoted.fromMe,
        body: quoted.body,
        mediaType: quoted.mediaType,
        mediaPath: quoted.mediaPath,
        isDeleted: quoted.isDeleted,
      },
      quotedAuthor: { id: quotedAuthor.id, name: quotedAuthor.name },
      preview: linkPreviews,
    })
    .from(messages)
    .leftJoin(contacts, eq(contacts.id, messages.contactId))
    .leftJoin(queues, eq(queues.id, messages.queueId))
    .leftJoin(users, eq(users.id, messages.userId))
    .leftJoin(quoted, eq(quoted.id, messages.quotedMsgId))
    .leftJoin(quotedAuthor, eq(quotedAuthor.id, quoted.contactId))
    .leftJoin(linkPreviews, eq(linkPreviews.url, messages.linkUrl))
    .$dynamic();
}

async function toViews(scope: Scope, rows: JoinedMessage[]): Promise<MessageView[]> {
  const reactions = await loadReactions(
    scope,
    rows.map((row) => row.message.id),
  );
  return rows.map((row) => toMessageView(scope, row, reactions.get(row.message.id) ?? []));
}

async function loadReactions(scope: Scope, ids: number[]): Promise<Map<number, Reaction[]>> {
  const byMessage = new Map<number, Reaction[]>();
  if (ids.length === 0) return byMessage;
  const rows = await scope.db.select().from(messageReactions).where(inArray(messageReactions.messageId, ids));
  for (const row of rows) {
    const reaction = { emoji: row.emoji, fromMe: row.author === 'me' };
    byMessage.set(row.messageId, [...(byMessage.get(row.messageId) ?? []), reaction]);
  }
  return byMessage;
}
