import type { Listener } from '@/core/events.ts';
import { type Scope, SYSTEM, type UserActor } from '@/core/scope.ts';
import { canSeeTicket } from '@/modules/tickets/tickets.policy.ts';
import { loadChatMessages, toChatMessageView } from './chat-messages.queries.ts';
import { findChat } from './internal-chat.queries.ts';
import type { ChatView } from './internal-chat.views.ts';

export interface ChatEvents {
  'chat.created': { chatId: number };
  'chat.updated': { chatId: number; gone: number[]; added: number[] };
  'chat.deleted': { chatId: number; userIds: number[] };
  'chat.message': { chatId: number; messageId: number };
  'chat.read': { chatId: number };
}
declare module '@/core/events.ts' {
  interface EventMap extends ChatEvents {}
}

type CanReceive = (actor: UserActor) => boolean;

export const publishChatCreated: Listener<'chat.created'> = async (scope, { chatId }) => {
  const chat = await findRecipients(scope, chatId);
  if (!chat) return;
  for (const { userId } of chat.users) publishToPerson(scope, userId, 'create', chat);
  publish(scope, 'chat', { action: 'update', chat }, membersOf(chat));
};

export const publishChatUpdated: Listener<'chat.updated'> = async (scope, { chatId, gone, added }) => {
  publishDeleted(scope, chatId, gone);
  const chat = await findRecipients(scope, chatId);
  if (!chat) return;
  for (const { userId } of chat.users)
    publishToPerson(scope, userId, added.includes(userId) ? 'create' : 'update', chat);
  publishBoth(scope, { action: 'update', chat }, chat, membersOf(chat));
};

export const publishChatDeleted: Listener<'chat.deleted'> = (scope, { chatId, userIds }) =>
  publishDeleted(scope, chatId, userIds);

export const publishChatRead: Listener<'chat.read'> = async (scope, { chatId }) => {
  const chat = await findRecipients(scope, chatId);
  if (chat) publishBoth(scope, { action: 'update', chat }, chat, membersOf(chat));
};

/** A shared ticket is only in the payload of those who may see it. */
export const publishChatMessage: Listener<'chat.message'> = async (scope, { chatId, messageId }) => {
  const chat = await findRecipients(scope, chatId);
  const [message] = chat ? await loadChatMessages(scope, [messageId]) : [];
  if (!chat || !message) return;
  const isMember = membersOf(chat);
  const { ticket } = message;
  const sees: CanReceive = (actor) => !ticket || canSeeTicket(actor, ticket);
  const whole = toChatMessageView(scope, message, SYSTEM);
  // Existing clients look for their own id in `newMessage.chat.users`.
  const publishMessage = (newMessage: object, canReceive: CanReceive) =>
    publishBoth(
      scope,
      { action: 'new-message', newMessage: { ...newMessage, chat }, chat },
      chat,
      canReceive,
    );
  publishMessage(whole, (actor) => isMember(actor) && sees(actor));
  if (ticket) publishMessage({ ...whole, ticket: null }, (actor) => isMember(actor) && !sees(actor));
};

async function findRecipients(scope: Scope, chatId: number): Promise<ChatView | undefined> {
  return scope.kernel.hub.hasListeners(scope.companyId) ? findChat(scope, chatId) : undefined;
}

/** Read for each update, so that removed members receive nothing more. */
function membersOf({ users }: ChatView): CanReceive {
  const ids = new Set(users.map(({ userId }) => userId));
  return ({ id }) => ids.has(id);
}

function publishToPerson(scope: Scope, userId: number, action: 'create' | 'update', record: ChatView): void {
  const canReceive: CanReceive = ({ id }) => id === userId;
  const message = { channel: `chat-user-${userId}`, data: { action, record }, canReceive: canReceive };
  scope.kernel.hub.deliver(scope.companyId, { ...message, contractOnly: true });
}

/** Existing clients listen to the open chat by its own event name; ours use one name for all chats. */
function publishBoth(scope: Scope, data: object, { id }: ChatView, canReceive: CanReceive): void {
  publish(scope, 'chat', data, canReceive);
  const message = { channel: `chat-${id}`, data, canReceive: canReceive };
  scope.kernel.hub.deliver(scope.companyId, { ...message, contractOnly: true });
}

/** The contract has the id as a string here. */
function publishDeleted(scope: Scope, chatId: number, userIds: number[]): void {
  publish(scope, 'chat', { action: 'delete', id: String(chatId) }, ({ id }) => userIds.includes(id));
}

function publish(scope: Scope, channel: string, data: object, canReceive: CanReceive): void {
  scope.kernel.hub.deliver(scope.companyId, { channel, data, canReceive });
}
