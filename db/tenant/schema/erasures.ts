import { index, integer, primaryKey, text } from 'drizzle-orm/sqlite-core';
import { table } from '../../../src/core/db/annotations.ts';
import { emptyText, id, moment, timestamps } from '../../../src/core/db/columns.ts';
import {
  ERASURE_STEPS,
  type ErasureCounts,
  PERSON_FILE_STATES,
  type Subject,
} from '../../../src/modules/erasures/erasures.schema.ts';
import { contacts } from './contacts.ts';
import { users } from './people.ts';

/** The record of an erasure: counts, time and user; the person's name and number are removed once it is done. */
export const erasures = table('erasures', {
  id: id(),
  uuid: text('uuid').notNull().unique(),
  /** HMAC of the number or WhatsApp id: proves whether a certificate belongs to a person who gives their number. */
  personHash: text('person_hash').notNull(),
  step: text('step', { enum: ERASURE_STEPS }).notNull(),
  counts: text('counts', { mode: 'json' }).$type<ErasureCounts>().notNull(),
  /** The search terms; null once the search is over. */
  subject: text('subject', { mode: 'json' }).$type<Subject>(),
  askedAt: moment('asked_at').notNull(),
  userId: integer('user_id'),
  userName: emptyText('user_name'),
  endedAt: moment('ended_at'),
  /** When the last backup that holds the rows is deleted; null when none holds them. */
  backupsUntil: moment('backups_until'),
  /** Why it is delayed: a key under `erasures:trouble.*`. */
  trouble: emptyText('trouble'),
  /** SHA-256 of the certificate's content. */
  seal: emptyText('seal'),
});

export const erasureFiles = table(
  'erasure_files',
  {
    erasureId: integer('erasure_id')
      .notNull()
      .references(() => erasures.id, { onDelete: 'cascade' }),
    file: text('file').notNull(),
    sha256: emptyText('sha256'),
  },
  (t) => [primaryKey({ columns: [t.erasureId, t.file] })],
);

export const personFiles = table(
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
