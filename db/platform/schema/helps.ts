import { index, text } from 'drizzle-orm/sqlite-core';
import { table } from '../../../src/core/db/annotations.ts';
import { emptyText, id, timestamps } from '../../../src/core/db/columns.ts';

export const helps = table(
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
