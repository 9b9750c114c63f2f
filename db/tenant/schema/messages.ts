import { sql } from 'drizzle-orm';
import { type AnySQLiteColumn, index, integer, primaryKey, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { mayNameMedia, media, personal, secret, table } from '../../../src/core/db/annotations.ts';
import { emptyText, flag, id, moment, timestamps } from '../../../src/core/db/columns.ts';
import { connections } from './connections.ts';
import { contacts } from './contacts.ts';
import { queues, users } from './people.ts';
import { tickets } from './tickets.ts';

export const messages = table(
  'messages',
  {
    id: id(),
    /** Unique only with connection, chat and author. */
    wid: text('wid').notNull(),
    ticketId: integer('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    /** Null once the connection is deleted; its messages remain. */
    connectionId: integer('connection_id').references(() => connections.id, { onDelete: 'set null' }),
    chatId: integer('chat_id')
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    contactId: integer('contact_id').references(() => contacts.id, { onDelete: 'set null' }),
    /** 'me', or the author's contact id as text. */
    author: text('author').notNull(),
    fromMe: flag('from_me').notNull(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    origin: text('origin', { enum: ['customer', 'agent', 'phone', 'system'] }).notNull(),
    body: personal(text('body').notNull()),
    mediaType: text('media_type').notNull(),
    ack: integer('ack').notNull().default(0),
    read: flag('read').notNull().default(false),
    isDeleted: flag('is_deleted').notNull().default(false),
    isEdited: flag('is_edited').notNull().default(false),
    isForwarded: flag('is_forwarded').notNull().default(false),
    /** A placeholder for an undecryptable message; content with the same id replaces it. */
    isStub: flag('is_stub').notNull().default(false),
    quotedMsgId: integer('quoted_msg_id').references((): AnySQLiteColumn => messages.id, {
      onDelete: 'set null',
    }),
    queueId: integer('queue_id').references(() => queues.id, { onDelete: 'set null' }),
    /** none: no medium · pending: being fetched or sent · ready: stored · failed: may be retried by hand. */
    mediaState: text('media_state', { enum: ['none', 'pending', 'ready', 'failed'] })
      .notNull()
      .default('none'),
    mediaPath: media(text('media_path')),
    mediaName: personal(text('media_name')),
    mediaMime: text('media_mime'),
    mediaSize: integer('media_size'),
    mediaSeconds: integer('media_seconds'),
    /** Base64: a byte for each bar, 0 to 100. */
    mediaWaveform: text('media_waveform'),
    /** Base64 JPEG: a document's first page, rendered by the sender's phone. */
    mediaThumbnail: text('media_thumbnail'),
    /** A secret, because it holds the media key: it never leaves the server. */
    mediaTicket: secret(text('media_ticket')),
    remoteJid: personal(emptyText('remote_jid'), 'row'),
    participant: personal(text('participant'), 'row'),
    raw: personal(text('raw'), 'copy'),
    /** WhatsApp's id of the album that a picture or video was sent in. */
    album: text('album'),
    linkUrl: personal(text('link_url')),
    transcript: personal(text('transcript')),
    error: personal(text('error')),
    /** The composer's own id: posting twice stores once. */
    clientId: text('client_id').unique(),
    sentAt: moment('sent_at').notNull(),
    deliveredAt: moment('delivered_at'),
    readAt: moment('read_at'),
    ...timestamps(),
  },
  (t) => [
    // Starts with the chat, because deleting a contact looks its messages up by chat.
    uniqueIndex('messages_identity').on(t.chatId, t.wid, t.author, t.connectionId),
    index('messages_by_ticket').on(t.ticketId, t.id),
    // Maps full-text hits to tickets without reading a message.
    index('messages_to_ticket').on(t.id, t.ticketId),
    index('messages_failed').on(t.id).where(sql`error is not null`),
    index('messages_deleted').on(t.id).where(sql`is_deleted = 1`),
    index('messages_by_wid').on(t.wid),
    index('messages_by_day').on(t.createdAt, t.connectionId, t.fromMe),
    index('messages_by_media').on(t.mediaPath).where(sql`media_path is not null`),
    // Without these, deleting a contact or a quoted message reads all messages.
    index('messages_by_contact').on(t.contactId).where(sql`contact_id is not null`),
    index('messages_by_quoted').on(t.quotedMsgId).where(sql`quoted_msg_id is not null`),
  ],
);

export const messageReactions = table(
  'message_reactions',
  {
    messageId: integer('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    author: text('author').notNull(),
    emoji: text('emoji').notNull(),
    ...timestamps(),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.author] }), index('message_reactions_author').on(t.author)],
);

/** A phone that could not read an edit, deletion or reaction asks for it by its own id, even hours later. */
export const sentChanges = table(
  'sent_changes',
  {
    id: id(),
    wid: text('wid').notNull().unique(),
    messageId: integer('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['edit', 'delete', 'react'] }).notNull(),
    /** WhatsApp's own protobuf, base64. */
    raw: text('raw').notNull(),
    createdAt: timestamps().createdAt,
  },
  (t) => [
    index('sent_changes_by_message').on(t.messageId, t.kind, t.id),
    index('sent_changes_by_age').on(t.createdAt),
  ],
);

export const linkPreviews = table(
  'link_previews',
  {
    url: text('url').primaryKey(),
    title: personal(emptyText('title')),
    description: personal(emptyText('description')),
    siteName: personal(emptyText('site_name')),
    imagePath: media(emptyText('image_path')),
    isEmpty: flag('is_empty').notNull().default(false),
    fetchedAt: moment('fetched_at').notNull(),
  },
  (t) => [index('link_previews_image').on(t.imagePath)],
);

/** A row is written in the transaction of the change that causes it. */
export const outbox = table(
  'outbox',
  {
    id: id(),
    /** Rows with the same key run one after the other, in the order of their ids. */
    queueKey: text('lane').notNull(),
    kind: text('kind').notNull(),
    payload: mayNameMedia(text('payload', { mode: 'json' }).$type<Record<string, unknown>>().notNull()),
    attempts: integer('attempts').notNull().default(0),
    dueAt: moment('due_at').notNull(),
    parkedAt: moment('parked_at'),
    error: text('error'),
    createdAt: timestamps().createdAt,
  },
  (t) => [index('outbox_work').on(t.parkedAt, t.queueKey, t.id)],
);
