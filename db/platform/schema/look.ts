import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { moment, now } from '../../../src/kernel/db/columns.ts';

/** Logos of the platform, one for each place they are shown in. */
export const logos = sqliteTable('logos', {
  ref: text('ref', {
    enum: ['signup', 'login', 'interno', 'favicon', 'favicon-256x256', 'apple-touch-icon'],
  }).primaryKey(),
  mediaPath: text('media_path').notNull(),
  mediaMime: text('media_mime').notNull(),
  bytes: integer('bytes').notNull(),
  updatedAt: moment('updated_at').notNull().default(now),
});
