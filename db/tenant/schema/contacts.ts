import { sql } from 'drizzle-orm';
import { index, integer, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { derivedTable, media, personal, table } from '../../../src/core/db/annotations.ts';
import { emptyText, flag, id, moment, timestamps } from '../../../src/core/db/columns.ts';
import { connections } from './connections.ts';
import { users } from './people.ts';

export const contacts = table(
  'contacts',
  {
    id: id(),
    name: personal(text('name').notNull(), 'identity'),
    /** Lower case without accents; triggers keep it up to date. */
    sortName: emptyText('sort_name'),
    /** True for a name from WhatsApp; a name chosen by a person is never overwritten. */
    nameIsProvisional: flag('name_is_provisional').notNull().default(true),
    /** Digits with country code, or a group's id; '' while only the lid is known. */
    number: personal(emptyText('number'), 'identity'),
    email: personal(emptyText('email'), 'identity'),
    picturePath: media(emptyText('picture_path')),
    pictureCheckedAt: moment('picture_checked_at'),
    isGroup: flag('is_group').notNull().default(false),
    active: flag('active').notNull().default(true),
    isBlocked: flag('is_blocked').notNull().default(false),
    lastInteractionAt: moment('last_interaction_at'),
    connectionId: integer('connection_id').references(() => connections.id, { onDelete: 'set null' }),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('contacts_number').on(t.number).where(sql`number <> ''`),
    // SQLite does not use the partial index above for `number = ?`: it cannot know that the number is not empty.
    index('contacts_by_number').on(t.number),
    index('contacts_by_name').on(t.sortName, t.id),
    // Counts the new contacts of a period, with or without groups, without reading the others.
    index('contacts_created').on(t.createdAt, t.isGroup),
    // Counts people without reading them: all contacts minus the few groups.
    index('contacts_groups').on(t.id).where(sql`is_group = 1`),
  ],
);

/** Totals of people and groups, maintained by triggers because counting gets slower as they grow. */
export const contactTotals = derivedTable('contact_totals', {
  isGroup: flag('is_group').primaryKey(),
  n: integer('n').notNull(),
});

export const contactIdentities = table(
  'contact_identities',
  {
    jid: personal(text('jid').primaryKey(), 'identity'),
    kind: text('kind', { enum: ['pn', 'lid', 'group'] }).notNull(),
    contactId: integer('contact_id')
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    ...timestamps(),
  },
  (t) => [index('contact_identities_contact').on(t.contactId)],
);

export const contactFields = table(
  'contact_fields',
  {
    id: id(),
    contactId: integer('contact_id')
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    name: personal(text('name').notNull()),
    value: personal(text('value').notNull()),
    ...timestamps(),
  },
  (t) => [index('contact_fields_contact').on(t.contactId)],
);

export const numberChecks = table('number_checks', {
  number: personal(text('number').primaryKey(), 'number'),
  /** Null when the number is not on WhatsApp. */
  jid: text('jid'),
  checkedAt: moment('checked_at').notNull(),
});

export const contactImports = table('contact_imports', {
  id: id(),
  userId: integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  source: text('source', { enum: ['sheet', 'phone'] }).notNull(),
  /** The uploader's name for the file; only for display. */
  fileName: personal(emptyText('file_name')),
  state: text('state', { enum: ['preview', 'running', 'done'] }).notNull(),
  finishedAt: moment('finished_at'),
  ...timestamps(),
});

export const contactImportRows = table(
  'contact_import_rows',
  {
    id: id(),
    importId: integer('import_id')
      .notNull()
      .references(() => contactImports.id, { onDelete: 'cascade' }),
    line: integer('line').notNull(),
    name: personal(emptyText('name'), 'row'),
    /** As written in the sheet; digits once parsed. */
    number: personal(emptyText('number'), 'row'),
    email: personal(emptyText('email'), 'row'),
    outcome: text('outcome', {
      enum: ['created', 'bad_number', 'damaged', 'repeated', 'exists', 'not_on_whatsapp'],
    }),
  },
  (t) => [index('contact_import_rows_work').on(t.importId, t.outcome, t.id)],
);
