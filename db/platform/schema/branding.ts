import { integer, text } from 'drizzle-orm/sqlite-core';
import { media, table } from '../../../src/core/db/annotations.ts';
import { moment, now } from '../../../src/core/db/columns.ts';
import { LOGO_REFS } from '../../../src/modules/branding/branding.schema.ts';

export const logos = table('logos', {
  ref: text('ref', {
    enum: LOGO_REFS,
  }).primaryKey(),
  mediaPath: media(text('media_path').notNull()),
  mediaMime: text('media_mime').notNull(),
  bytes: integer('bytes').notNull(),
  updatedAt: moment('updated_at').notNull().default(now),
});
