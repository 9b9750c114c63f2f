import { chatUsers } from '@db/tenant/schema/index.ts';
import { and, eq } from 'drizzle-orm';
import type { Listener } from '@/core/events.ts';
import type { OutboxHandler } from '@/core/queue/outbox.ts';
import type { Scope } from '@/core/scope.ts';
import { pushTo, type Subscription } from '@/modules/notifications/deliver-push.outbox.ts';
import { listPushedBrowsers } from '@/modules/notifications/notifications.listener.ts';
import { type PushPayload, previewOf } from '@/modules/notifications/notifications.schema.ts';
import { getPreferences } from '@/modules/notifications/preferences.service.ts';
import { loadChatMessages } from './chat-messages.queries.ts';
import { chatPaths } from './chat-paths.schema.ts';
import { findChat } from './internal-chat.queries.ts';

declare module '@/core/queue/outbox.ts' {
  interface OutboxKinds {
    'chat.push': { subscriptionId: number; messageId: number };
  }
}

export const pushMention: Listener<'chat.message'> = async (scope, { messageId }) => {
  const browsers = await listPushedBrowsers(scope);
  if (browsers.length === 0) return;
  const [message] = await loadChatMessages(scope, [messageId]);
  if (!message || message.mentions.length === 0) return;
  const { kernel, companyId } = scope;
  const away = browsers.filter(
    ({ userId }) => message.mentions.includes(userId) && !kernel.hub.isWatched(companyId, userId),
  );
  if (away.length === 0) return;
  await scope.write(async (tx) => {
    for (const { id: subscriptionId, userId } of away)
      await kernel.outbox.add(tx, `push:${userId}:${subscriptionId}`, 'chat.push', {
        subscriptionId,
        messageId,
      });
  });
};

export const deliverMention: OutboxHandler<'chat.push'> = {
  run: (scope, { payload: { subscriptionId, messageId }, attempts }) =>
    pushTo(scope, { subscriptionId, attempts }, (subscription) => payloadOf(scope, subscription, messageId)),
  async park() {},
};

/** Undefined when the person has read it meanwhile, or has left the chat. */
async function payloadOf(
  scope: Scope,
  { userId, locale }: Subscription,
  messageId: number,
): Promise<PushPayload | undefined> {
  const { kernel, companyId } = scope;
  if (kernel.hub.isWatched(companyId, userId)) return undefined;
  const [message] = await loadChatMessages(scope, [messageId]);
  if (!message) return undefined;
  const { chatId } = message.row;
  const member = await scope.db.query.chatUsers.findFirst({
    where: and(eq(chatUsers.chatId, chatId), eq(chatUsers.userId, userId)),
  });
  const chat = await findChat(scope, chatId);
  if (!chat || !member || (member.readMessageId ?? 0) >= messageId) return undefined;
  const preferences = await getPreferences(scope, userId);
  if (preferences['notifications.push'] === 'disabled') return undefined;
  const t = kernel.translations.t(locale);
  const preview = preferences['notifications.preview'] === 'enabled' ? previewOf(message.row.message) : '';
  return {
    title: t('notifications:mentionedBy', { name: message.senderName }),
    body: preview || chat.title,
    tag: `chat-${chatId}`,
    url: chatPaths.chat(chat.uuid),
  };
}
