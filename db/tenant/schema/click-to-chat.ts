import { integer, text } from 'drizzle-orm/sqlite-core';
import { personal, table } from '../../../src/core/db/annotations.ts';
import { emptyText, id, timestamps } from '../../../src/core/db/columns.ts';
import { BUTTON_SIDES } from '../../../src/modules/click-to-chat/click-to-chat.schema.ts';
import { connections } from './connections.ts';

export const clickLinks = table('click_links', {
  id: id(),
  /** Copied to `tickets.source` for customers who followed the link. */
  source: text('source').notNull().unique(),
  /** Null when the connection was deleted; the link then leads nowhere. */
  connectionId: integer('connection_id').references(() => connections.id, { onDelete: 'set null' }),
  text: personal(emptyText('text')),
  label: personal(emptyText('label')),
  color: text('color').notNull(),
  side: text('side', { enum: BUTTON_SIDES }).notNull(),
  ...timestamps(),
});
