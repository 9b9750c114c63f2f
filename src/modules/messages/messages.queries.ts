import {
  contacts,
  linkPreviews,
  messageReactions,
  messages,
  queues,
  users,
} from '@db/tenant/schema/index.ts';
import { and, asc, count, desc, eq, gt, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { amongIds, tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { readerFor } from '@/core/db/paging.ts';
import type { TenantReader } from '@/core/db/tenants/tenants.ts';
import { AppError } from '@/core/errors.ts';
import type { Scope } from '@/core/scope.ts';
import {
  type JoinedMessage,
  MESSAGE_COLUMNS,
  QUOTED_COLUMNS,
  quoted,
  type Reaction,
  toMessageView,
} from './message-view.queries.ts';
import { MESSAGES_PER_PAGE, type MessagesQuery } from './messages.schema.ts';
import type { MessageView } from './messages.views.ts';
import { countFitting } from './page-bytes.logic.ts';

export type MessageRow = typeof messages.$inferSelect;

const quotedAuthor = alias(contacts, 'quoted_author');

/** Oldest first. The caller has checked the permission. */
export async function listMessages(
  scope: Scope,
  ticketId: number,
  query: MessagesQuery,
): Promise<{ messages: MessageView[]; count: number; hasMore: boolean }> {
  const [total] = await countIn(scope.db, { ticketId });
  const { rows, hasMore } = await readPage(scope, ticketId, query);
  return { messages: await toViews(scope, rows), count: total?.n ?? 0, hasMore };
}

export async function getMessageRow(scope: Scope, messageId: number): Promise<MessageRow> {
  const row = await findMessageRow(scope, messageId);
  if (!row) throw new AppError('ERR_NO_MESSAGE_FOUND');
  return row;
}

export async function findMessageRow(scope: Scope, messageId: number): Promise<MessageRow | undefined> {
  const [row] = await rowById(scope.db, { messageId });
  return row;
}

const rowById = tenantStatement((db) =>
  db
    .select()
    .from(messages)
    .where(eq(messages.id, sql.placeholder('messageId'))),
);

export async function loadMessageViews(scope: Scope, ids: number[]): Promise<MessageView[]> {
  if (ids.length === 0) return [];
  return toViews(scope, await byIds(scope.db, { ids: JSON.stringify(ids) }));
}

type Page = { rows: JoinedMessage[]; hasMore: boolean };

/** `hasMore` means older messages; with `after`, newer ones. */
async function readPage(scope: Scope, ticketId: number, query: MessagesQuery): Promise<Page> {
  const size = query.size ?? MESSAGES_PER_PAGE;
  if (query.after !== undefined) {
    const rows = await newerThan(scope.db, { ticketId, after: query.after, limit: size + 1 });
    return fitting(rows, size);
  }
  if (query.around !== undefined) {
    const half = Math.floor(size / 2);
    const older = await readBack(scope, { ticketId, before: query.around, size: half });
    const newer = await newerThan(scope.db, { ticketId, after: query.around - 1, limit: half });
    return { rows: [...older.rows, ...fitting(newer, half).rows], hasMore: older.hasMore };
  }
  if (query.before !== undefined) return readBack(scope, { ticketId, before: query.before, size });
  return readBack(scope, { ticketId, size, offset: await offsetOf(scope, ticketId, query.pageNumber, size) });
}

type Back = { ticketId: number; before?: number; size: number; offset?: number };

async function readBack(
  scope: Scope,
  { ticketId, before = Number.MAX_SAFE_INTEGER, size, offset = 0 }: Back,
): Promise<Page> {
  const rows = await olderThan(readerFor(scope, offset), { ticketId, before, limit: size + 1, offset });
  const page = fitting(rows, size);
  return { ...page, rows: page.rows.reverse() };
}

function fitting(rows: JoinedMessage[], size: number): Page {
  const sizes = rows
    .slice(0, size)
    .map(
      ({ message: { body, transcript, mediaThumbnail } }) =>
        Buffer.byteLength(body) + Buffer.byteLength(transcript ?? '') + (mediaThumbnail?.length ?? 0),
    );
  const shown = rows.slice(0, countFitting(sizes));
  return { rows: shown, hasMore: rows.length > shown.length };
}

async function offsetOf(scope: Scope, ticketId: number, pageNumber: number, size: number): Promise<number> {
  if (pageNumber === 1) return 0;
  const limit = (pageNumber - 1) * size;
  const [row] = await newestSizes(readerFor(scope, limit), { ticketId, limit });
  const sizes = JSON.parse(`[${row?.sizes ?? ''}]`) as number[];
  let offset = 0;
  for (let page = 1; page < pageNumber && offset < sizes.length; page += 1)
    offset += countFitting(sizes.slice(offset, offset + size));
  return offset;
}

/** One text for all: so many rows take longer to transfer than to read. */
const newestSizes = tenantStatement((db) => {
  const newest = db
    .select({
      bytes:
        sql<number>`octet_length(${messages.body}) + coalesce(octet_length(${messages.transcript}), 0) + coalesce(octet_length(${messages.mediaThumbnail}), 0)`.as(
          'bytes',
        ),
    })
    .from(messages)
    .where(inTicket)
    .orderBy(desc(messages.id))
    .limit(sql.placeholder('limit'))
    .as('newest');
  return db.select({ sizes: sql<string | null>`group_concat(${newest.bytes})` }).from(newest);
});

const inTicket = eq(messages.ticketId, sql.placeholder('ticketId'));

const countIn = tenantStatement((db) => db.select({ n: count() }).from(messages).where(inTicket));

const byIds = tenantStatement((db) =>
  selectMessages(db).where(amongIds(messages.id)).orderBy(asc(messages.id)),
);

const newerThan = tenantStatement((db) =>
  selectMessages(db)
    .where(and(inTicket, gt(messages.id, sql.placeholder('after'))))
    .orderBy(asc(messages.id))
    .limit(sql.placeholder('limit')),
);

const olderThan = tenantStatement((db) =>
  selectMessages(db)
    .where(and(inTicket, lt(messages.id, sql.placeholder('before'))))
    .orderBy(desc(messages.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
);

function selectMessages(db: TenantReader) {
  return db
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
      quoted: QUOTED_COLUMNS,
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
  const rows = await reactionsTo(scope.db, { ids: JSON.stringify(ids) });
  for (const row of rows) {
    const reaction = { emoji: row.emoji, fromMe: row.author === 'me' };
    byMessage.set(row.messageId, [...(byMessage.get(row.messageId) ?? []), reaction]);
  }
  return byMessage;
}

const reactionsTo = tenantStatement((db) =>
  db.select().from(messageReactions).where(amongIds(messageReactions.messageId)),
);
