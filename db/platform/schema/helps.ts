import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { emptyText, id, timestamps } from '../../../src/core/db/columns.ts';

export const helps = sqliteTable(
  'helps',
  {
    id: id(),
    title: text('title').notNull(),
    description: emptyText('description'),
    /** YouTube video id. */
    video: text('video').notNull(),
    ...timestamps(),
  },
  (t) => [index('helps_listed').on(t.title, t.id)],
);
