import { index, integer, text } from 'drizzle-orm/sqlite-core';
import { table } from '../../../src/core/db/annotations.ts';
import { emptyText, flag, id, moment } from '../../../src/core/db/columns.ts';
import {
  BACKUP_REASONS,
  BACKUP_STARTERS,
  BACKUP_STATUSES,
} from '../../../src/modules/backups/backups.schema.ts';

export const backups = table(
  'backups',
  {
    id: id(),
    status: text('status', { enum: BACKUP_STATUSES }).notNull(),
    startedBy: text('started_by', { enum: BACKUP_STARTERS }).notNull(),
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at'),
    name: emptyText('name'),
    isEncrypted: flag('is_encrypted').notNull(),
    reason: text('reason', { enum: BACKUP_REASONS }),
    /** For the server's operator: paths and system messages. */
    details: emptyText('details'),
    companies: integer('companies').notNull().default(0),
    messages: integer('messages').notNull().default(0),
    files: integer('files').notNull().default(0),
    addedBytes: integer('added_bytes').notNull().default(0),
    differences: integer('differences').notNull().default(0),
  },
  (t) => [index('backups_status').on(t.status, t.startedAt)],
);
