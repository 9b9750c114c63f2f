import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { emptyText, id, moment } from '../db/columns.ts';

type Fields = Record<string, unknown>;

/** Used in company databases and the platform's. Rows are only added, and the oldest pruned. */
export const auditTable = () =>
  sqliteTable(
    'audit_entries',
    {
      id: id(),
      at: moment('at').notNull(),
      action: text('action').notNull(),
      kind: text('kind').notNull(),
      subjectId: emptyText('subject_id'),
      subjectName: emptyText('subject_name'),
      /** Null when the system did it; then the person's name at that time. */
      personId: integer('person_id'),
      personName: emptyText('person_name'),
      personCompanyId: integer('person_company_id'),
      address: emptyText('address'),
      device: emptyText('device'),
      before: text('before', { mode: 'json' }).$type<Fields>(),
      after: text('after', { mode: 'json' }).$type<Fields>(),
      previousHash: emptyText('previous_hash'),
      hash: text('hash').notNull(),
      /** Hashed with the rest, so that names cannot be guessed; removed by an erasure. '' in older rows. */
      salt: emptyText('salt'),
    },
    (t) => [
      index('audit_entries_at').on(t.at),
      index('audit_entries_action').on(t.action, t.at),
      index('audit_entries_kind').on(t.kind, t.at),
      index('audit_entries_person').on(t.personId, t.at),
    ],
  );
