import { integer, text } from 'drizzle-orm/sqlite-core';
import { table } from '../../../src/core/db/annotations.ts';
import { emptyText, id, moment } from '../../../src/core/db/columns.ts';
import { COMPANY_ERASURE_STEPS, type CompanyCounts } from '../../../src/modules/erasures/erasures.schema.ts';

/** Erasures of whole companies; no name is stored once one is done. */
export const companyErasures = table('company_erasures', {
  id: id(),
  uuid: text('uuid').notNull().unique(),
  companyId: integer('company_id').notNull(),
  nameHash: text('name_hash').notNull(),
  step: text('step', { enum: COMPANY_ERASURE_STEPS }).notNull(),
  counts: text('counts', { mode: 'json' }).$type<CompanyCounts>().notNull(),
  /** The company's name and addresses; null once the search is over. */
  names: text('names', { mode: 'json' }).$type<string[]>(),
  askedAt: moment('asked_at').notNull(),
  userName: emptyText('user_name'),
  endedAt: moment('ended_at'),
  backupsUntil: moment('backups_until'),
  trouble: emptyText('trouble'),
  seal: emptyText('seal'),
});
