import { index, integer, text } from 'drizzle-orm/sqlite-core';
import { media, table } from '../../../src/core/db/annotations.ts';
import { flag, id, timestamps } from '../../../src/core/db/columns.ts';

export const announcements = table(
  'announcements',
  {
    id: id(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    /** 1 high, 2 medium, 3 low. */
    priority: integer('priority').notNull().default(3),
    status: flag('status').notNull().default(true),
    mediaPath: media(text('media_path')),
    mediaName: text('media_name'),
    mediaMime: text('media_mime'),
    ...timestamps(),
  },
  (t) => [
    index('announcements_shown').on(t.status, t.createdAt, t.id),
    index('announcements_listed').on(t.createdAt, t.id),
  ],
);
