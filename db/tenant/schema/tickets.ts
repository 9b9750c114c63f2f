import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { derivedTable, personal, table } from '../../../src/core/db/annotations.ts';
import { emptyText, flag, id, moment, timestamps } from '../../../src/core/db/columns.ts';
import { COLUMN_STATUSES } from '../../../src/modules/kanban/kanban.schema.ts';
import { TICKET_EVENT_TYPES, TICKET_STATUSES } from '../../../src/modules/tickets/tickets.schema.ts';
import { connections } from './connections.ts';
import { contacts } from './contacts.ts';
import { queueOptions, queues, users } from './people.ts';
import { queueIntegrations } from './queue-integrations.ts';

export const tags = table('tags', {
  id: id(),
  name: personal(text('name').notNull()),
  searchName: personal(text('search_name').notNull().unique()),
  color: text('color').notNull(),
  kanban: flag('kanban').notNull().default(false),
  ...timestamps(),
});

/** Times in ms since 1970. */
export type BotMemory = {
  menuAt?: number;
  saidInvalid?: boolean;
  outOfHoursAt?: number;
  greeted?: boolean;
  leftQueue?: number;
  /** Chose no queue for too long, or wrote what the bot does not answer: people are needed. */
  leftMenu?: boolean;
  /** Responders that have handed over, as `kind:id`; '*' for all. */
  over?: string[];
  /** The responder that a user handed the ticket to, as `kind:id`. */
  assigned?: string;
};

export type ResponderMemory = {
  /** The responder that owns this memory, as `kind:id`. */
  by?: string;
  answers?: number;
  answeredId?: number;
  saidSorry?: boolean;
  kept?: Record<string, string | number | boolean | null>;
};

export const tickets = table(
  'tickets',
  {
    id: id(),
    uuid: text('uuid').notNull().unique(),
    status: text('status', { enum: TICKET_STATUSES }).notNull().default('pending'),
    contactId: integer('contact_id')
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    connectionId: integer('connection_id').references(() => connections.id, { onDelete: 'set null' }),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    queueId: integer('queue_id').references(() => queues.id, { onDelete: 'set null' }),
    isGroup: flag('is_group').notNull().default(false),
    /** Closed with messages from us only (a campaign, a scheduled message): hidden from lists of closed tickets. */
    isSilent: flag('is_silent').notNull().default(false),
    unreadMessages: integer('unread_messages').notNull().default(0),
    lastMessage: personal(emptyText('last_message')),
    lastMessageId: integer('last_message_id'),
    fromMe: flag('from_me').notNull().default(false),
    /** Since when the customer waits for a person (src/modules/tickets/list/waiting-since.logic.ts); set for every pending ticket. */
    waitingSince: moment('waiting_since'),
    /** Since when our last message has no reply; tags and notes do not change it. */
    answeredAt: moment('answered_at'),
    /** Hidden from the waiting and open lists until then; a customer's message or a move ends it. */
    snoozedUntil: moment('snoozed_until'),
    chatbot: flag('chatbot').notNull().default(false),
    /** The bot's state in this attendance; null before its first message. */
    bot: personal(text('bot', { mode: 'json' }).$type<BotMemory>()),
    queueOptionId: integer('queue_option_id').references(() => queueOptions.id, { onDelete: 'set null' }),
    amountUsedBotQueues: integer('amount_used_bot_queues').notNull().default(0),
    useIntegration: flag('use_integration').notNull().default(false),
    integrationId: integer('integration_id').references(() => queueIntegrations.id, { onDelete: 'set null' }),
    /** Without a foreign key: null, too, names a responder, so a deleted prompt's id stays. */
    promptId: integer('prompt_id'),
    typebotSessionId: text('typebot_session_id'),
    typebotStatus: flag('typebot_status').notNull().default(false),
    /** The responder's state in this attendance; null before its first turn. */
    machine: personal(text('machine', { mode: 'json' }).$type<ResponderMemory>()),
    source: personal(emptyText('source')),
    createdAt: timestamps().createdAt,
    updatedAt: timestamps().updatedAt,
  },
  (t) => [
    uniqueIndex('tickets_one_open').on(t.contactId, t.connectionId).where(sql`status <> 'closed'`),
    index('tickets_by_contact').on(t.contactId, t.connectionId, t.id),
    // Covers the lists' order and filters, so that skipped and counted tickets are not read.
    index('tickets_listed').on(t.status, t.updatedAt, t.id, t.queueId, t.userId, t.snoozedUntil, t.isSilent),
    index('tickets_waiting').on(t.status, t.waitingSince, t.id, t.queueId, t.userId),
    // Includes the contact, so that a name search over the latest tickets need not read them.
    index('tickets_by_update').on(t.updatedAt, t.id, t.contactId),
    // Sorts search hits without reading them. Its condition prevents the lists from using it.
    index('tickets_found')
      .on(t.id, t.updatedAt, t.status, t.queueId, t.userId, t.snoozedUntil, t.isSilent)
      .where(sql`id > 0`),
    index('tickets_by_user').on(t.userId, t.status, t.updatedAt, t.id),
    index('tickets_by_queue').on(t.queueId, t.status, t.updatedAt, t.id),
    index('tickets_by_source').on(t.source).where(sql`source <> ''`),
    index('tickets_snoozed').on(t.snoozedUntil).where(sql`snoozed_until is not null`),
    index('tickets_at_menu').on(t.connectionId, t.updatedAt).where(sql`status = 'pending' and chatbot = 1`),
    index('tickets_with_machine')
      .on(t.connectionId, t.fromMe, t.updatedAt)
      .where(sql`status = 'pending' and use_integration = 1`),
    index('tickets_at_option').on(t.queueOptionId).where(sql`queue_option_id is not null`),
    index('tickets_with_integration').on(t.integrationId).where(sql`integration_id is not null`),
    index('tickets_answered')
      .on(t.connectionId, t.answeredAt)
      .where(sql`status = 'open' and answered_at is not null`),
  ],
);

export const ticketTags = table(
  'ticket_tags',
  {
    ticketId: integer('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    tagId: integer('tag_id')
      .notNull()
      .references(() => tags.id, { onDelete: 'cascade' }),
    ...timestamps(),
  },
  (t) => [primaryKey({ columns: [t.ticketId, t.tagId] }), index('ticket_tags_tag').on(t.tagId)],
);

/** Tickets per tag, maintained by triggers. */
export const tagTotals = derivedTable('tag_totals', {
  tagId: integer('tag_id')
    .primaryKey()
    .references(() => tags.id, { onDelete: 'cascade' }),
  tickets: integer('tickets').notNull(),
});

/**
 * Pending and open tickets per column of the kanban board, queue and user, maintained by triggers; a null tag is the
 * column of tickets without a tag of the board.
 */
export const kanbanTotals = derivedTable(
  'kanban_totals',
  {
    tagId: integer('tag_id').references(() => tags.id, { onDelete: 'cascade' }),
    status: text('status', { enum: COLUMN_STATUSES }).notNull(),
    queueId: integer('queue_id').references(() => queues.id, { onDelete: 'cascade' }),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    tickets: integer('tickets').notNull(),
  },
  (t) => [index('kanban_totals_group').on(t.status, t.queueId, t.userId, t.tagId)],
);

export const ticketTrackings = table(
  'ticket_trackings',
  {
    id: id(),
    ticketId: integer('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    connectionId: integer('connection_id').references(() => connections.id, { onDelete: 'set null' }),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    queueId: integer('queue_id').references(() => queues.id, { onDelete: 'set null' }),
    queuedAt: moment('queued_at'),
    firstAnswerAt: moment('first_answer_at'),
    startedAt: moment('started_at'),
    finishedAt: moment('finished_at'),
    ratingAt: moment('rating_at'),
    chatbotAt: moment('chatbot_at'),
    rated: flag('rated').notNull().default(false),
    isOurs: flag('is_ours').notNull().default(false),
    /** 1 to 3, as the customer rated it. */
    rate: integer('rate'),
    /** Seconds within the service hours until our first message; null if we started the attendance. */
    answerSeconds: integer('answer_seconds'),
    /** Seconds within the service hours until the end. */
    resolutionSeconds: integer('resolution_seconds'),
    ...timestamps(),
  },
  (t) => [
    index('ticket_trackings_ticket').on(t.ticketId, t.id),
    // Finds whether any attendance was answered, without a scan.
    index('ticket_trackings_answered').on(t.firstAnswerAt).where(sql`first_answer_at is not null`),
    // Covers the dashboard's queries, so that no row is read.
    index('ticket_trackings_report').on(
      t.userId,
      t.queueId,
      t.connectionId,
      t.queuedAt,
      t.finishedAt,
      t.startedAt,
      t.ratingAt,
      t.answerSeconds,
      t.resolutionSeconds,
      t.rate,
    ),
    index('ticket_trackings_finished').on(t.finishedAt, t.userId),
    index('ticket_trackings_arrived').on(t.createdAt),
    index('ticket_trackings_rating').on(t.ratingAt).where(sql`rating_at is not null and rated = 0`),
  ],
);

export const ratings = table(
  'ratings',
  {
    id: id(),
    ticketId: integer('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    trackingId: integer('tracking_id')
      .notNull()
      .references(() => ticketTrackings.id, { onDelete: 'cascade' }),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    rate: integer('rate').notNull(),
    createdAt: timestamps().createdAt,
  },
  (t) => [
    uniqueIndex('ratings_attendance').on(t.trackingId),
    index('ratings_ticket').on(t.ticketId),
    index('ratings_person').on(t.userId, t.createdAt),
  ],
);

export const ticketEvents = table(
  'ticket_events',
  {
    id: id(),
    ticketId: integer('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    type: text('type', { enum: TICKET_EVENT_TYPES }).notNull(),
    /** Null for the app itself. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Names at that time (queues, people, connections); the rating. */
    data: personal(
      text('data', { mode: 'json' }).$type<Record<string, string | number | null>>().notNull().default({}),
    ),
    createdAt: timestamps().createdAt,
  },
  (t) => [
    index('ticket_events_ticket').on(t.ticketId, t.id),
    index('ticket_events_person').on(t.userId, t.type).where(sql`user_id is not null`),
    index('ticket_events_doer').on(t.userId, t.createdAt).where(sql`user_id is not null`),
    index('ticket_events_when').on(t.createdAt),
  ],
);

export const ticketNotes = table(
  'ticket_notes',
  {
    id: id(),
    note: personal(text('note').notNull()),
    ticketId: integer('ticket_id').references(() => tickets.id, { onDelete: 'set null' }),
    contactId: integer('contact_id')
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    ...timestamps(),
  },
  (t) => [
    index('ticket_notes_contact').on(t.contactId, t.id),
    index('ticket_notes_ticket').on(t.ticketId, t.id),
  ],
);
