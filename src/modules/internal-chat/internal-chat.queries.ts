import { chats, chatUsers, users } from '@db/tenant/schema/index.ts';
import { and, asc, count, desc, eq, exists, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { afterRow, cutPage, offsetOf, sizeOf } from '@/core/db/paging.ts';
import { containsText } from '@/core/db/search.ts';
import { AppError } from '@/core/errors.ts';
import { requireUser } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { CHATS_PER_PAGE, type ChatFilter } from './internal-chat.schema.ts';
import type { ChatPage, ChatView } from './internal-chat.views.ts';

export type ChatRow = typeof chats.$inferSelect;

export async function listChats(scope: Scope, filter: ChatFilter): Promise<ChatPage> {
  const where = and(ofReader(scope), filter.searchParam ? matching(scope, filter.searchParam) : undefined);
  const size = sizeOf(filter, CHATS_PER_PAGE);
  const rows = await scope.db
    .select()
    .from(chats)
    .where(and(where, filter.after ? afterRow(chats.id, LATEST_FIRST, filter.after) : undefined))
    .orderBy(desc(chats.updatedAt), desc(chats.id))
    .limit(size + 1)
    .offset(offsetOf(filter, CHATS_PER_PAGE));
  const [total] = await scope.db.select({ n: count() }).from(chats).where(where);
  const page = cutPage(rows, size);
  return { records: await toViews(scope, page.rows), count: total?.n ?? 0, hasMore: page.hasMore };
}

/** Throws ERR_NO_CHAT_FOUND, also for non-members: the chat's existence is secret. */
export async function requireChat(scope: Scope, chatId: number): Promise<ChatRow> {
  return orNone(await scope.db.query.chats.findFirst({ where: and(eq(chats.id, chatId), ofReader(scope)) }));
}

export async function getChatByUuid(scope: Scope, uuid: string): Promise<ChatView> {
  const found = await scope.db.query.chats.findFirst({ where: and(eq(chats.uuid, uuid), ofReader(scope)) });
  return viewOf(scope, orNone(found));
}

export async function getChat(scope: Scope, chatId: number): Promise<ChatView> {
  return viewOf(scope, await requireChat(scope, chatId));
}

/** Checks no permission. */
export async function findChat(scope: Scope, chatId: number): Promise<ChatView | undefined> {
  const row = await scope.db.query.chats.findFirst({ where: eq(chats.id, chatId) });
  return row && viewOf(scope, row);
}

export async function countUnread(scope: Scope): Promise<number> {
  const { id } = requireUser(scope);
  return scope.remember([chatUsers], `chats unread:${id}`, async () => {
    const [row] = await scope.db
      .select({ n: sql<number>`coalesce(sum(${chatUsers.unreads}), 0)` })
      .from(chatUsers)
      .where(eq(chatUsers.userId, id));
    return row?.n ?? 0;
  });
}

export async function listParticipantChoices(
  scope: Scope,
  chosen: number[] = [],
): Promise<{ id: number; name: string }[]> {
  const { id: me } = requireUser(scope);
  return scope.db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(sql`${users.id} <> ${me}`, or(isNull(users.disabledAt), inArray(users.id, chosen))))
    .orderBy(asc(sql`lower(${users.name})`), asc(users.id));
}

function orNone(row: ChatRow | undefined): ChatRow {
  if (!row) throw new AppError('ERR_NO_CHAT_FOUND');
  return row;
}

const LATEST_FIRST = [sql`-${chats.updatedAt}`, sql`-${chats.id}`];

function ofReader({ actor, db }: Scope): SQL | undefined {
  if (actor.kind === 'system') return undefined;
  return inArray(
    chats.id,
    db.select({ chatId: chatUsers.chatId }).from(chatUsers).where(eq(chatUsers.userId, actor.id)),
  );
}

function matching({ db }: Scope, text: string): SQL | undefined {
  const withPerson = db
    .select({ one: sql`1` })
    .from(chatUsers)
    .innerJoin(users, eq(users.id, chatUsers.userId))
    .where(and(eq(chatUsers.chatId, chats.id), containsText(text, users.name)));
  return or(containsText(text, chats.title), exists(withPerson));
}

async function viewOf(scope: Scope, row: ChatRow): Promise<ChatView> {
  const [view] = await toViews(scope, [row]);
  if (!view) throw new AppError('ERR_NO_CHAT_FOUND');
  return view;
}

async function toViews(scope: Scope, rows: ChatRow[]): Promise<ChatView[]> {
  const ids = rows.map(({ id }) => id);
  const joined = await scope.db
    .select({ member: chatUsers, name: users.name })
    .from(chatUsers)
    .innerJoin(users, eq(users.id, chatUsers.userId))
    .where(inArray(chatUsers.chatId, ids))
    .orderBy(asc(chatUsers.id));
  const membersOf = Map.groupBy(joined, ({ member }) => member.chatId);
  return rows.map((row) => {
    const members = membersOf.get(row.id) ?? [];
    const owner = members.find(({ member }) => member.userId === row.ownerId);
    return {
      id: row.id,
      uuid: row.uuid,
      title: row.title,
      ownerId: row.ownerId,
      lastMessage: row.lastMessage,
      companyId: scope.companyId,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
      owner: owner ? { id: owner.member.userId, name: owner.name } : null,
      users: members.map(({ member, name }) => ({
        id: member.id,
        chatId: row.id,
        userId: member.userId,
        unreads: member.unreads,
        readMessageId: member.readMessageId,
        user: { id: member.userId, name },
      })),
    };
  });
}
