import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { id, moment, now } from '../../../src/kernel/db/columns.ts';
import { companies } from './platform.ts';

/** Written in the transaction of what they tell of, sent afterwards; a sent one keeps no text, a failed one as long as it is useful. */
export const mails = sqliteTable(
  'mails',
  {
    id: id(),
    /** Of its cause, so that one cause is one mail. */
    key: text('key').notNull().unique(),
    kind: text('kind').notNull(),
    companyId: integer('company_id').references(() => companies.id, { onDelete: 'set null' }),
    recipient: text('recipient').notNull(),
    language: text('language', { enum: ['pt', 'en', 'es'] }).notNull(),
    /** Values for its template as JSON, encrypted: codes and links are among them. Null once sent, dropped or of no use. */
    sealed: text('sealed'),
    status: text('status', { enum: ['waiting', 'sent', 'failed', 'dropped'] })
      .notNull()
      .default('waiting'),
    tries: integer('tries').notNull().default(0),
    nextTryAt: moment('next_try_at').notNull().default(now),
    lastError: text('last_error'),
    /** Later it is given up: a code of a quarter of an hour helps nobody tomorrow. What ends first goes first. */
    usefulUntil: moment('useful_until').notNull().default(now),
    createdAt: moment('created_at').notNull().default(now),
    sentAt: moment('sent_at'),
  },
  (t) => [
    index('mails_waiting').on(t.status, t.usefulUntil, t.id),
    index('mails_listed').on(t.createdAt, t.id),
  ],
);
