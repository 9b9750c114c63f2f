import { sql } from 'drizzle-orm';
import { type AnySQLiteColumn, index, integer, primaryKey, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { media, personal, table } from '../../../src/core/db/annotations.ts';
import { emptyText, id, timestamps } from '../../../src/core/db/columns.ts';
import { users } from './people.ts';
import { tickets } from './tickets.ts';

export const chats = table(
  'chats',
  {
    id: id(),
    uuid: text('uuid').notNull().unique(),
    title: personal(text('title').notNull()),
    /** When its owner is deleted, the oldest member becomes the owner. */
    ownerId: integer('owner_id').references(() => users.id, { onDelete: 'set null' }),
    /** '<sender>: <text>' */
    lastMessage: personal(emptyText('last_message')),
    lastMessageId: integer('last_message_id').references((): AnySQLiteColumn => chatMessages.id, {
      onDelete: 'set null',
    }),
    ...timestamps(),
  },
  (t) => [
    index('chats_listed').on(t.updatedAt, t.id),
    index('chats_last_message').on(t.lastMessageId).where(sql`last_message_id is not null`),
  ],
);

export const chatUsers = table(
  'chat_users',
  {
    id: id(),
    chatId: integer('chat_id')
      .notNull()
      .references(() => chats.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    unreads: integer('unreads').notNull().default(0),
    readMessageId: integer('read_message_id'),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('chat_users_pair').on(t.chatId, t.userId),
    index('chat_users_person').on(t.userId, t.chatId),
  ],
);

export const chatMessages = table(
  'chat_messages',
  {
    id: id(),
    chatId: integer('chat_id')
      .notNull()
      .references(() => chats.id, { onDelete: 'cascade' }),
    /** Null once the person is deleted; their messages remain. */
    senderId: integer('sender_id').references(() => users.id, { onDelete: 'set null' }),
    senderName: text('sender_name').notNull(),
    message: personal(emptyText('message')),
    mediaPath: media(text('media_path')),
    mediaName: personal(text('media_name')),
    mediaMime: text('media_mime'),
    mediaSize: integer('media_size'),
    /** Opens only for people who may see the ticket. */
    ticketId: integer('ticket_id').references(() => tickets.id, { onDelete: 'set null' }),
    /** The sender's own id: posting twice stores once. */
    clientId: text('client_id').unique(),
    ...timestamps(),
  },
  (t) => [
    index('chat_messages_listed').on(t.chatId, t.id),
    index('chat_messages_ticket').on(t.ticketId),
    index('chat_messages_sender').on(t.senderId),
    index('chat_messages_media').on(t.mediaPath),
  ],
);

export const chatMentions = table(
  'chat_mentions',
  {
    messageId: integer('message_id')
      .notNull()
      .references(() => chatMessages.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.userId] }), index('chat_mentions_person').on(t.userId)],
);
