import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { id, timestamps, words } from '../../../src/kernel/db/columns.ts';

/** Videos that show everybody how things are done. */
export const helps = sqliteTable(
  'helps',
  {
    id: id(),
    title: text('title').notNull(),
    description: words('description'),
    /** The video's id at YouTube. */
    video: text('video').notNull(),
    ...timestamps(),
  },
  (t) => [index('helps_listed').on(t.title, t.id)],
);
