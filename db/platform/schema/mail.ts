import { index, integer, text } from 'drizzle-orm/sqlite-core';
import { encrypted, owner, table } from '../../../src/core/db/annotations.ts';
import { id, moment, now } from '../../../src/core/db/columns.ts';
import { companies } from './platform.ts';

/** Written in the transaction of its cause, sent afterwards. The text is deleted once sent or useless. */
export const mails = table(
  'mails',
  {
    id: id(),
    /** Identifies the cause, so that one cause sends one mail. */
    key: text('key').notNull().unique(),
    kind: text('kind').notNull(),
    companyId: owner(integer('company_id').references(() => companies.id, { onDelete: 'set null' })),
    recipient: text('recipient').notNull(),
    language: text('language', { enum: ['pt', 'en', 'es'] }).notNull(),
    /** Template values as encrypted JSON (codes and links). Null once sent, dropped or no longer useful. */
    encryptedValues: encrypted(text('sealed'), { form: 'base64', context: 'mail:{key}' }),
    status: text('status', { enum: ['waiting', 'sent', 'failed', 'dropped'] })
      .notNull()
      .default('waiting'),
    tries: integer('tries').notNull().default(0),
    nextTryAt: moment('next_try_at').notNull().default(now),
    lastError: text('last_error'),
    /** Dropped afterwards, e.g. a code valid for 15 minutes. The earliest deadline is sent first. */
    usefulUntil: moment('useful_until').notNull().default(now),
    createdAt: moment('created_at').notNull().default(now),
    sentAt: moment('sent_at'),
  },
  (t) => [
    index('mails_waiting').on(t.status, t.usefulUntil, t.id),
    index('mails_listed').on(t.createdAt, t.id),
  ],
);
