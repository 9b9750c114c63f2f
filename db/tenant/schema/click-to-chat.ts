import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { id, timestamps, words } from '../../../src/kernel/db/columns.ts';
import { BUTTON_SIDES } from '../../../src/modules/click-to-chat/click-to-chat.schema.ts';
import { connections } from './connections.ts';

export const clickLinks = sqliteTable('click_links', {
  id: id(),
  /** What a ticket bears whose customer followed it: `tickets.source`. */
  source: text('source').notNull().unique(),
  /** Null when it was deleted: nobody can be led to it any more. */
  connectionId: integer('connection_id').references(() => connections.id, { onDelete: 'set null' }),
  /** What the customer finds written, without the source. */
  text: words('text'),
  label: words('label'),
  color: text('color').notNull(),
  side: text('side', { enum: BUTTON_SIDES }).notNull(),
  ...timestamps(),
});
