import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { emptyText, id, timestamps } from '../../../src/core/db/columns.ts';
import { users } from './people.ts';

export const fileLists = sqliteTable('file_lists', {
  id: id(),
  name: text('name').notNull().unique(),
  message: text('message').notNull(),
  userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
  ...timestamps(),
});

export const fileListOptions = sqliteTable(
  'file_list_options',
  {
    id: id(),
    listId: integer('list_id')
      .notNull()
      .references(() => fileLists.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    mediaPath: text('media_path'),
    mediaName: emptyText('media_name'),
    mediaMime: emptyText('media_mime'),
    ...timestamps(),
  },
  (t) => [
    index('file_list_options_list').on(t.listId, t.position),
    index('file_list_options_media').on(t.mediaPath),
  ],
);
