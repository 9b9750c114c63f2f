import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { derivedTable, media, personal, table } from '../../../src/core/db/annotations.ts';
import { emptyText, flag, id, moment, timestamps } from '../../../src/core/db/columns.ts';
import { CAMPAIGN_STATUSES, SHIPPING_STATES } from '../../../src/modules/campaigns/campaigns.schema.ts';
import { connections } from './connections.ts';
import { contacts } from './contacts.ts';
import { fileLists } from './file-lists.ts';
import { messages } from './messages.ts';
import { users } from './people.ts';
import { tags } from './tickets.ts';

export const contactLists = table('contact_lists', {
  id: id(),
  name: personal(text('name').notNull().unique()),
  searchName: personal(emptyText('search_name')),
  ...timestamps(),
});

export const contactListItems = table(
  'contact_list_items',
  {
    id: id(),
    listId: integer('list_id')
      .notNull()
      .references(() => contactLists.id, { onDelete: 'cascade' }),
    name: personal(text('name').notNull()),
    /** Lower case without accents. */
    searchName: personal(emptyText('search_name')),
    /** Digits with country code. */
    number: personal(text('number').notNull(), 'number'),
    email: personal(emptyText('email'), 'row'),
    /** Null until checked with WhatsApp. */
    isOnWhatsapp: flag('is_on_whatsapp'),
    checkedAt: moment('checked_at'),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('contact_list_items_number').on(t.listId, t.number),
    index('contact_list_items_by_name').on(t.listId, t.searchName, t.id),
    index('contact_list_items_unchecked').on(t.listId, t.id).where(sql`is_on_whatsapp is null`),
    index('contact_list_items_valid').on(t.listId, t.id).where(sql`is_on_whatsapp = 1`),
  ],
);

/** Counts per list, maintained by triggers: counting 100,000 contacts for a page takes longer than the page. */
export const contactListTotals = derivedTable('contact_list_totals', {
  listId: integer('list_id')
    .primaryKey()
    .references(() => contactLists.id, { onDelete: 'cascade' }),
  items: integer('items').notNull(),
  unchecked: integer('unchecked').notNull(),
  valid: integer('valid').notNull(),
});

export const contactListImports = table(
  'contact_list_imports',
  {
    id: id(),
    listId: integer('list_id')
      .notNull()
      .references(() => contactLists.id, { onDelete: 'cascade' }),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The uploader's name for the file; only for display. */
    fileName: personal(emptyText('file_name')),
    state: text('state', { enum: ['preview', 'running', 'done'] }).notNull(),
    columns: personal(text('columns', { mode: 'json' }).$type<string[]>().notNull().default([])),
    /** Column index of each field; null for none. */
    mapping: text('mapping', { mode: 'json' })
      .$type<{ name: number | null; number: number | null; email: number | null }>()
      .notNull(),
    finishedAt: moment('finished_at'),
    ...timestamps(),
  },
  (t) => [index('contact_list_imports_list').on(t.listId, t.id)],
);

export const contactListImportRows = table(
  'contact_list_import_rows',
  {
    id: id(),
    importId: integer('import_id')
      .notNull()
      .references(() => contactListImports.id, { onDelete: 'cascade' }),
    line: integer('line').notNull(),
    cells: personal(text('cells', { mode: 'json' }).$type<string[]>().notNull(), 'row'),
    outcome: text('outcome', {
      enum: ['created', 'bad_name', 'bad_number', 'damaged', 'bad_email', 'repeated', 'exists'],
    }),
  },
  (t) => [index('contact_list_import_rows_work').on(t.importId, t.outcome, t.id)],
);

export const campaigns = table(
  'campaigns',
  {
    id: id(),
    name: personal(text('name').notNull()),
    status: text('status', { enum: CAMPAIGN_STATUSES }).notNull().default('INATIVA'),
    /** Up to five; one is chosen for each contact. */
    messages: personal(text('messages', { mode: 'json' }).$type<string[]>().notNull().default([])),
    confirmationMessages: personal(
      text('confirmation_messages', { mode: 'json' }).$type<string[]>().notNull().default([]),
    ),
    confirmation: flag('confirmation').notNull().default(false),
    connectionId: integer('connection_id').references(() => connections.id, { onDelete: 'set null' }),
    contactListId: integer('contact_list_id').references(() => contactLists.id, { onDelete: 'set null' }),
    tagId: integer('tag_id').references(() => tags.id, { onDelete: 'set null' }),
    fileListId: integer('file_list_id').references(() => fileLists.id, { onDelete: 'set null' }),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    scheduledAt: moment('scheduled_at'),
    startedAt: moment('started_at'),
    completedAt: moment('completed_at'),
    preparedAt: moment('prepared_at'),
    nextAt: moment('next_at'),
    sentInARow: integer('sent_in_a_row').notNull().default(0),
    /** Number of contacts started; selects the next of the texts in rotation. */
    turn: integer('turn').notNull().default(0),
    failuresInARow: integer('failures_in_a_row').notNull().default(0),
    /** Key under `campaigns:stopped.*` when the server stopped it. */
    stoppedFor: text('stopped_for'),
    mediaPath: media(text('media_path')),
    mediaName: personal(text('media_name')),
    mediaMime: text('media_mime'),
    ...timestamps(),
  },
  (t) => [
    index('campaigns_by_name').on(t.name, t.id),
    index('campaigns_due').on(t.scheduledAt).where(sql`status = 'PROGRAMADA'`),
    index('campaigns_running').on(t.connectionId, t.id).where(sql`status = 'EM_ANDAMENTO'`),
    index('campaigns_media').on(t.mediaPath).where(sql`media_path is not null`),
  ],
);

/** Values are JSON. */
export const campaignSettings = table('campaign_settings', {
  id: id(),
  key: text('key').notNull().unique(),
  value: personal(text('value').notNull()),
  ...timestamps(),
});

export const campaignShippings = table(
  'campaign_shippings',
  {
    id: id(),
    campaignId: integer('campaign_id')
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    itemId: integer('item_id').references(() => contactListItems.id, { onDelete: 'set null' }),
    name: personal(text('name').notNull(), 'row'),
    email: personal(emptyText('email'), 'row'),
    number: personal(text('number').notNull(), 'number'),
    state: text('state', { enum: SHIPPING_STATES }).notNull().default('waiting'),
    /** Why it failed or was left out: key under `campaigns:reason.*`. */
    reason: personal(text('reason')),
    message: personal(emptyText('message')),
    confirmationMessage: personal(emptyText('confirmation_message')),
    contactId: integer('contact_id').references(() => contacts.id, { onDelete: 'set null' }),
    /** The last of its messages: the shipping is delivered when this one is sent. */
    messageId: integer('message_id').references(() => messages.id, { onDelete: 'set null' }),
    questionId: integer('question_id').references(() => messages.id, { onDelete: 'set null' }),
    isNewContact: flag('is_new_contact').notNull().default(false),
    confirmationRequestedAt: moment('confirmation_requested_at'),
    confirmedAt: moment('confirmed_at'),
    deliveredAt: moment('delivered_at'),
    repliedAt: moment('replied_at'),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('campaign_shippings_number').on(t.campaignId, t.number),
    index('campaign_shippings_work').on(t.campaignId, t.state, t.id),
    index('campaign_shippings_contact').on(t.contactId, t.campaignId).where(sql`contact_id is not null`),
    index('campaign_shippings_item').on(t.itemId).where(sql`item_id is not null`),
    index('campaign_shippings_message').on(t.messageId).where(sql`message_id is not null`),
    index('campaign_shippings_question').on(t.questionId).where(sql`question_id is not null`),
    index('campaign_shippings_order').on(t.campaignId, t.id),
    index('campaign_shippings_sent').on(t.campaignId, t.deliveredAt),
  ],
);

/** Counts per campaign and state, maintained by triggers. */
export const campaignTotals = derivedTable(
  'campaign_totals',
  {
    campaignId: integer('campaign_id')
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    state: text('state', { enum: SHIPPING_STATES }).notNull(),
    n: integer('n').notNull(),
    requested: integer('requested').notNull(),
    confirmed: integer('confirmed').notNull(),
    replied: integer('replied').notNull(),
    newContacts: integer('new_contacts').notNull(),
  },
  (t) => [primaryKey({ columns: [t.campaignId, t.state] })],
);

/** Messages and replies per campaign and minute since 1970, maintained by triggers. */
export const campaignMinutes = derivedTable(
  'campaign_minutes',
  {
    campaignId: integer('campaign_id')
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    minute: integer('minute').notNull(),
    sends: integer('sends').notNull().default(0),
    replies: integer('replies').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.campaignId, t.minute] })],
);

export const optOuts = table(
  'opt_outs',
  {
    id: id(),
    number: personal(text('number').notNull().unique(), 'number'),
    contactId: integer('contact_id').references(() => contacts.id, { onDelete: 'set null' }),
    keyword: personal(emptyText('keyword')),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamps().createdAt,
  },
  (t) => [index('opt_outs_contact').on(t.contactId)],
);

export const sendingLimits = table('sending_limits', {
  connectionId: integer('connection_id')
    .primaryKey()
    .references(() => connections.id, { onDelete: 'cascade' }),
  /** Campaign messages per day, after the warm-up. */
  dailyCap: integer('daily_cap').notNull(),
  warmsUp: flag('warms_up').notNull().default(true),
  /** HH:mm in the company's time zone; '' for none. */
  quietFrom: emptyText('quiet_from'),
  quietTo: emptyText('quiet_to'),
  ...timestamps(),
});

export const sendingDays = table(
  'sending_days',
  {
    connectionId: integer('connection_id')
      .notNull()
      .references(() => connections.id, { onDelete: 'cascade' }),
    /** YYYY-MM-DD in the company's time zone. */
    day: text('day').notNull(),
    /** That of the connection on this day: WhatsApp judges numbers. */
    number: emptyText('number'),
    sent: integer('sent').notNull().default(0),
    newContacts: integer('new_contacts').notNull().default(0),
    replies: integer('replies').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.connectionId, t.day] }), index('sending_days_number').on(t.number, t.day)],
);
