import { chatMessages, chats, chatUsers, users } from '@db/tenant/schema/index.ts';
import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { auditGone } from '@/core/audit/audit-rows.ts';
import { deleteInParts } from '@/core/db/delete-in-parts.ts';
import { insertedRow } from '@/core/db/inserted-row.ts';
import { AppError, InvalidInput } from '@/core/errors.ts';
import { makeOnce } from '@/core/idempotency/make-once.ts';
import { requireCan, requireUser } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import type { StepMap } from '@/core/steps.ts';
import { removeMediaAfter } from '@/core/storage/remove-media.ts';
import { MAX_CHAT_TITLE } from './chat-limits.schema.ts';
import { canManageChat } from './internal-chat.policy.ts';
import { getChat, requireChat } from './internal-chat.queries.ts';
import type { ChatInput } from './internal-chat.schema.ts';
import type { ChatView } from './internal-chat.views.ts';

/** Idempotent by `clientId`. Throws ERR_NO_USER_FOUND, InvalidInput on `users` without anybody else, on `form`. */
export async function createChat(
  scope: Scope,
  { clientId, ...input }: ChatInput & { clientId?: string },
): Promise<ChatView> {
  const { id: ownerId } = requireUser(scope);
  return scope.write(async (tx) => {
    const { id } = await makeOnce(tx, { what: 'chat', clientId, request: input }, async () => {
      const others = await requireOthers(tx, input.users, ownerId);
      const title = input.title || (await namesOf(tx, [ownerId, ...others]));
      const values = { uuid: tx.kernel.ids.uuid(), title, ownerId };
      const chat = await tx.db
        .insert(chats)
        .values({ ...values, createdAt: tx.now(), updatedAt: tx.now() })
        .returning({ id: chats.id })
        .then(insertedRow);
      await join(tx, chat.id, [ownerId, ...others]);
      tx.emit('chat.created', { chatId: chat.id });
      return chat.id;
    });
    return getChat(tx, id);
  });
}

/** The owner stays a member. Throws ERR_NO_CHAT_FOUND, ERR_NO_PERMISSION, and as `createChat`. */
export async function updateChat(scope: Scope, input: ChatInput & { chatId: number }): Promise<ChatView> {
  const { chatId, title } = input;
  return scope.write(async (tx) => {
    const chat = await requireOwned(tx, chatId);
    const owner = chat.ownerId ?? requireUser(tx).id;
    const before = await listMembers(tx, chatId);
    const wanted = [owner, ...(await requireOthers(tx, input.users, owner, before))];
    const gone = before.filter((userId) => !wanted.includes(userId));
    const added = wanted.filter((userId) => !before.includes(userId));
    await tx.db.delete(chatUsers).where(and(eq(chatUsers.chatId, chatId), inArray(chatUsers.userId, gone)));
    await join(tx, chatId, added);
    const named = title || (await namesOf(tx, wanted));
    await tx.db.update(chats).set({ title: named }).where(eq(chats.id, chatId));
    tx.emit('chat.updated', { chatId, gone, added });
    return getChat(tx, chatId);
  });
}

/** Deletes its messages too. Throws ERR_NO_CHAT_FOUND, ERR_NO_PERMISSION. */
export async function deleteChat(scope: Scope, { chatId }: { chatId: number }): Promise<void> {
  await scope.write(async (tx) => {
    await requireOwned(tx, chatId);
    await auditGone(tx, 'chat.deleted', chats, chatId);
    await drop(tx, chatId, await listMembers(tx, chatId));
  });
}

/** The longest member who may sign in becomes owner; a chat without members is deleted. */
export async function leaveChats(tx: Scope, { userId }: StepMap['user.deleting']): Promise<void> {
  const left = await tx.db
    .delete(chatUsers)
    .where(eq(chatUsers.userId, userId))
    .returning({ chatId: chatUsers.chatId });
  for (const { chatId } of left) {
    const heir = await findHeir(tx, chatId);
    if (heir === undefined) {
      await drop(tx, chatId, [userId]);
      continue;
    }
    const theirs = and(eq(chats.id, chatId), eq(chats.ownerId, userId));
    await tx.db.update(chats).set({ ownerId: heir }).where(theirs);
    tx.emit('chat.updated', { chatId, gone: [userId], added: [] });
  }
}

/** A disabled user could not manage the chat, and inherits it only when nobody else is left. */
async function findHeir(tx: Scope, chatId: number): Promise<number | undefined> {
  const [heir] = await tx.db
    .select({ userId: chatUsers.userId })
    .from(chatUsers)
    .innerJoin(users, eq(users.id, chatUsers.userId))
    .where(eq(chatUsers.chatId, chatId))
    .orderBy(sql`${users.disabledAt} is not null`, asc(chatUsers.id))
    .limit(1);
  return heir?.userId;
}

async function requireOwned(tx: Scope, chatId: number) {
  const chat = await requireChat(tx, chatId);
  requireCan(tx, canManageChat, chat);
  return chat;
}

async function requireOthers(
  tx: Scope,
  ids: number[],
  me: number,
  already: number[] = [],
): Promise<number[]> {
  const others = ids.filter((id) => id !== me);
  if (others.length === 0) throw new InvalidInput({ users: 'internalChat:usersMissing' });
  const found = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        inArray(users.id, others),
        sql`(${isNull(users.disabledAt)} or ${users.id} in ${already.length > 0 ? already : [0]})`,
      ),
    );
  if (found.length !== others.length) throw new AppError('ERR_NO_USER_FOUND');
  return others;
}

async function namesOf(tx: Scope, userIds: number[]): Promise<string> {
  const found = await tx.db
    .select({ name: users.name })
    .from(users)
    .where(inArray(users.id, userIds))
    .orderBy(asc(sql`lower(${users.name})`));
  return found
    .map(({ name }) => name)
    .join(', ')
    .slice(0, MAX_CHAT_TITLE);
}

async function listMembers(tx: Scope, chatId: number): Promise<number[]> {
  const rows = await tx.db
    .select({ userId: chatUsers.userId })
    .from(chatUsers)
    .where(eq(chatUsers.chatId, chatId))
    .orderBy(asc(chatUsers.id));
  return rows.map(({ userId }) => userId);
}

async function join(tx: Scope, chatId: number, userIds: number[]): Promise<void> {
  if (userIds.length === 0) return;
  await tx.db.insert(chatUsers).values(userIds.map((userId) => ({ chatId, userId })));
}

async function drop(tx: Scope, chatId: number, userIds: number[]): Promise<void> {
  const files = await tx.db
    .select({ key: chatMessages.mediaPath })
    .from(chatMessages)
    .where(and(eq(chatMessages.chatId, chatId), isNotNull(chatMessages.mediaPath)));
  await deleteInParts(tx, chats, chatId);
  removeMediaAfter(
    tx,
    files.flatMap(({ key }) => key ?? []),
  );
  tx.emit('chat.deleted', { chatId, userIds });
}
