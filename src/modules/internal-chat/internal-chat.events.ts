import type { Listener } from '@/kernel/bus.ts';
import { type Scope, SYSTEM, type UserActor } from '@/kernel/scope.ts';
import { canSeeTicket } from '@/modules/tickets/tickets.policy.ts';
import { loadChatMessages, toChatMessageView } from './chat-messages.queries.ts';
import { findChat } from './internal-chat.queries.ts';
import type { ChatView } from './internal-chat.views.ts';

export interface ChatEvents {
  'chat.created': { chatId: number };
  /** Ids of those who are in it no more, and of those who are new. */
  'chat.updated': { chatId: number; gone: number[]; added: number[] };
  'chat.deleted': { chatId: number; userIds: number[] };
  'chat.message': { chatId: number; messageId: number };
  'chat.read': { chatId: number };
}
declare module '@/kernel/bus.ts' {
  interface EventMap extends ChatEvents {}
}

type Hears = (actor: UserActor) => boolean;

export const tellChatCreated: Listener<'chat.created'> = async (scope, { chatId }) => {
  const chat = await findHeard(scope, chatId);
  if (!chat) return;
  for (const { userId } of chat.users) tellPerson(scope, userId, 'create', chat);
  tell(scope, 'chat', { action: 'update', chat }, membersOf(chat));
};

export const tellChatUpdated: Listener<'chat.updated'> = async (scope, { chatId, gone, added }) => {
  tellDeleted(scope, chatId, gone);
  const chat = await findHeard(scope, chatId);
  if (!chat) return;
  for (const { userId } of chat.users)
    tellPerson(scope, userId, added.includes(userId) ? 'create' : 'update', chat);
  tellBoth(scope, { action: 'update', chat }, chat, membersOf(chat));
};

export const tellChatDeleted: Listener<'chat.deleted'> = (scope, { chatId, userIds }) =>
  tellDeleted(scope, chatId, userIds);

export const tellChatRead: Listener<'chat.read'> = async (scope, { chatId }) => {
  const chat = await findHeard(scope, chatId);
  if (chat) tellBoth(scope, { action: 'update', chat }, chat, membersOf(chat));
};

/** A ticket that was shared is in what those hear who may see it, and in nobody else's. */
export const tellChatMessage: Listener<'chat.message'> = async (scope, { chatId, messageId }) => {
  const chat = await findHeard(scope, chatId);
  const [message] = chat ? await loadChatMessages(scope, [messageId]) : [];
  if (!chat || !message) return;
  const isMember = membersOf(chat);
  const { ticket } = message;
  const sees: Hears = (actor) => !ticket || canSeeTicket(actor, ticket);
  const whole = toChatMessageView(scope, message, SYSTEM);
  // Existing clients look for their own id in `newMessage.chat.users`.
  const say = (newMessage: object, canHear: Hears) =>
    tellBoth(scope, { action: 'new-message', newMessage: { ...newMessage, chat }, chat }, chat, canHear);
  say(whole, (actor) => isMember(actor) && sees(actor));
  if (ticket) say({ ...whole, ticket: null }, (actor) => isMember(actor) && !sees(actor));
};

async function findHeard(scope: Scope, chatId: number): Promise<ChatView | undefined> {
  return scope.kernel.hub.hasListeners(scope.companyId) ? findChat(scope, chatId) : undefined;
}

/** Read anew for each update: whoever was taken out hears nothing more. */
function membersOf({ users }: ChatView): Hears {
  const ids = new Set(users.map(({ userId }) => userId));
  return ({ id }) => ids.has(id);
}

function tellPerson(scope: Scope, userId: number, action: 'create' | 'update', record: ChatView): void {
  const canHear: Hears = ({ id }) => id === userId;
  const message = { channel: `chat-user-${userId}`, data: { action, record }, canHear };
  scope.kernel.hub.deliver(scope.companyId, { ...message, contractOnly: true });
}

/** Existing clients listen to the open chat by a name of its own; ours hear all of theirs by one. */
function tellBoth(scope: Scope, data: object, { id }: ChatView, canHear: Hears): void {
  tell(scope, 'chat', data, canHear);
  const message = { channel: `chat-${id}`, data, canHear };
  scope.kernel.hub.deliver(scope.companyId, { ...message, contractOnly: true });
}

/** The contract has the id as a text here. */
function tellDeleted(scope: Scope, chatId: number, userIds: number[]): void {
  tell(scope, 'chat', { action: 'delete', id: String(chatId) }, ({ id }) => userIds.includes(id));
}

function tell(scope: Scope, channel: string, data: object, canHear: Hears): void {
  scope.kernel.hub.deliver(scope.companyId, { channel, data, canHear });
}
