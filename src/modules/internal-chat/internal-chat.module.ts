import { chatMessages } from '@db/tenant/schema/index.ts';
import { defineModule } from '@/core/module.ts';
import { anyone } from '@/core/policy.ts';
import type { MenuItem } from '@/web/menu.ts';
import { findChatMedium } from './chat-messages.queries.ts';
import { chatPaths } from './chat-paths.schema.ts';
import { deliverMention, pushMention } from './chat-push.outbox.ts';
import {
  type ChatEvents,
  publishChatCreated,
  publishChatDeleted,
  publishChatMessage,
  publishChatRead,
  publishChatUpdated,
} from './internal-chat.events.ts';
import { countUnread } from './internal-chat.queries.ts';
import { internalChatRoutes } from './internal-chat.routes.tsx';
import { leaveChats } from './internal-chat.service.ts';
import { shareTicketPages } from './share-ticket.pages.tsx';

const errors = {
  ERR_NO_CHAT_FOUND: 404,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

const item: Pick<MenuItem, 'icon' | 'isFor' | 'feature' | 'badge' | 'badgeChannels'> = {
  icon: 'messages',
  isFor: anyone,
  feature: 'useInternalChat',
  badge: countUnread,
  badgeChannels: ['chat'],
};

export const internalChat = defineModule<{
  errors: keyof Errors;
  events: keyof ChatEvents;
  outbox: 'chat.push';
}>({
  name: 'internal-chat',
  errors,
  endpoints: internalChatRoutes.endpoints,
  pages: [...internalChatRoutes.pages, ...shareTicketPages],
  menu: [
    {
      ...item,
      key: 'chats',
      label: 'internalChat:title',
      href: chatPaths.list(),
      section: 'team',
      position: 20,
    },
    {
      ...item,
      key: 'chatsPopover',
      label: 'internalChat:popover',
      href: chatPaths.popover(),
      section: 'top',
      position: 20,
    },
  ],
  listeners: {
    'chat.created': publishChatCreated,
    'chat.updated': publishChatUpdated,
    'chat.deleted': publishChatDeleted,
    'chat.message': async (scope, event) => {
      await publishChatMessage(scope, event);
      await pushMention(scope, event);
    },
    'chat.read': publishChatRead,
  },
  outbox: { 'chat.push': deliverMention },
  steps: { 'user.deleting': leaveChats },
  media: [{ column: chatMessages.mediaPath, find: findChatMedium }],
});
