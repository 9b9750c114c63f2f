import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { id, moment, timestamps, words } from '../../../src/kernel/db/columns.ts';
import {
  ERASURE_STEPS,
  type ErasureCounts,
  PERSON_FILE_STATES,
  type Subject,
} from '../../../src/modules/erasures/erasures.schema.ts';
import { contacts } from './contacts.ts';
import { users } from './people.ts';

/** What was erased, when and by whom: no name and no number of the person once it is done. */
export const erasures = sqliteTable('erasures', {
  id: id(),
  uuid: text('uuid').notNull().unique(),
  /** HMAC of the number, or of WhatsApp's own id: tells whether a certificate is somebody's who shows their number. */
  personHash: text('person_hash').notNull(),
  step: text('step', { enum: ERASURE_STEPS }).notNull(),
  counts: text('counts', { mode: 'json' }).$type<ErasureCounts>().notNull(),
  /** Whom and what to look for; null as soon as nothing more is looked for. */
  subject: text('subject', { mode: 'json' }).$type<Subject>(),
  askedAt: moment('asked_at').notNull(),
  userId: integer('user_id'),
  /** Of that time. */
  userName: words('user_name'),
  endedAt: moment('ended_at'),
  /** When the last backup goes that still holds the rows, encrypted or not; null where none does. */
  backupsUntil: moment('backups_until'),
  /** Why it waits: a key under `erasures:trouble.*`. */
  trouble: words('trouble'),
  /** SHA-256 of what the certificate says. */
  seal: words('seal'),
});

/** Files to erase, and what they held, until they are gone. */
export const erasureFiles = sqliteTable(
  'erasure_files',
  {
    erasureId: integer('erasure_id')
      .notNull()
      .references(() => erasures.id, { onDelete: 'cascade' }),
    file: text('file').notNull(),
    sha256: words('sha256'),
  },
  (t) => [primaryKey({ columns: [t.erasureId, t.file] })],
);

/** All that is kept of a person, put into one file for them. */
export const personFiles = sqliteTable(
  'person_files',
  {
    id: id(),
    uuid: text('uuid').notNull().unique(),
    contactId: integer('contact_id')
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    state: text('state', { enum: PERSON_FILE_STATES }).notNull(),
    bytes: integer('bytes').notNull().default(0),
    expiresAt: moment('expires_at').notNull(),
    ...timestamps(),
  },
  (t) => [index('person_files_contact').on(t.contactId, t.id), index('person_files_expiry').on(t.expiresAt)],
);
