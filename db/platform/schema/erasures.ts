import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { id, moment, words } from '../../../src/kernel/db/columns.ts';
import { COMPANY_ERASURE_STEPS, type CompanyCounts } from '../../../src/modules/erasures/erasures.schema.ts';

/** Of whole companies: no name once it is done. */
export const companyErasures = sqliteTable('company_erasures', {
  id: id(),
  uuid: text('uuid').notNull().unique(),
  companyId: integer('company_id').notNull(),
  nameHash: text('name_hash').notNull(),
  step: text('step', { enum: COMPANY_ERASURE_STEPS }).notNull(),
  counts: text('counts', { mode: 'json' }).$type<CompanyCounts>().notNull(),
  /** What it was called, and its addresses; null as soon as nothing more is looked for. */
  names: text('names', { mode: 'json' }).$type<string[]>(),
  askedAt: moment('asked_at').notNull(),
  userName: words('user_name'),
  endedAt: moment('ended_at'),
  backupsUntil: moment('backups_until'),
  trouble: words('trouble'),
  seal: words('seal'),
});
