import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { flag, id, moment, timestamps, words } from '../../../src/kernel/db/columns.ts';
import { connections } from './connections.ts';

export const contacts = sqliteTable(
  'contacts',
  {
    id: id(),
    name: text('name').notNull(),
    /** WhatsApp gave us this name or only the number; a person's choice is never overwritten. */
    nameIsProvisional: flag('name_is_provisional').notNull().default(true),
    /** Digits with country code, or a group's id; '' while only the hidden address (lid) is known. */
    number: words('number'),
    email: words('email'),
    picturePath: words('picture_path'),
    isGroup: flag('is_group').notNull().default(false),
    active: flag('active').notNull().default(true),
    /** What he writes is kept out of the desk, at WhatsApp itself. */
    isBlocked: flag('is_blocked').notNull().default(false),
    lastInteractionAt: moment('last_interaction_at'),
    connectionId: integer('connection_id').references(() => connections.id, { onDelete: 'set null' }),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('contacts_number').on(t.number).where(sql`number <> ''`),
    index('contacts_name').on(t.name, t.id),
  ],
);

/** Every WhatsApp address a contact is known by. */
export const contactIdentities = sqliteTable(
  'contact_identities',
  {
    jid: text('jid').primaryKey(),
    kind: text('kind', { enum: ['pn', 'lid', 'group'] }).notNull(),
    contactId: integer('contact_id')
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    ...timestamps(),
  },
  (t) => [index('contact_identities_contact').on(t.contactId)],
);

export const contactFields = sqliteTable(
  'contact_fields',
  {
    id: id(),
    contactId: integer('contact_id')
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    value: text('value').notNull(),
    ...timestamps(),
  },
  (t) => [index('contact_fields_contact').on(t.contactId)],
);

/** What WhatsApp said of a number, so that it is not asked again for a while. */
export const numberChecks = sqliteTable('number_checks', {
  /** Digits with country code, as somebody typed them. */
  number: text('number').primaryKey(),
  /** The address to write to; null when the number is not on WhatsApp. */
  jid: text('jid'),
  checkedAt: moment('checked_at').notNull(),
});
