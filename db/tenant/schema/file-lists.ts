import { index, integer, text } from 'drizzle-orm/sqlite-core';
import { media, personal, table } from '../../../src/core/db/annotations.ts';
import { emptyText, id, timestamps } from '../../../src/core/db/columns.ts';
import { users } from './people.ts';

export const fileLists = table('file_lists', {
  id: id(),
  name: personal(text('name').notNull().unique()),
  message: personal(text('message').notNull()),
  userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
  ...timestamps(),
});

export const fileListOptions = table(
  'file_list_options',
  {
    id: id(),
    listId: integer('list_id')
      .notNull()
      .references(() => fileLists.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    name: personal(text('name').notNull()),
    mediaPath: media(text('media_path')),
    mediaName: personal(emptyText('media_name')),
    mediaMime: emptyText('media_mime'),
    ...timestamps(),
  },
  (t) => [
    index('file_list_options_list').on(t.listId, t.position),
    index('file_list_options_media').on(t.mediaPath),
  ],
);
