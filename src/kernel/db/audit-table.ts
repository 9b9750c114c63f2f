import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { id, moment, words } from './columns.ts';

type Fields = Record<string, unknown>;

/** The same in a company's database and in the platform's. Rows are only added, and the oldest taken away. */
export const auditTable = () =>
  sqliteTable(
    'audit_entries',
    {
      id: id(),
      at: moment('at').notNull(),
      action: text('action').notNull(),
      /** What the action begins with; which one of these, and what it was called then. */
      kind: text('kind').notNull(),
      subjectId: words('subject_id'),
      subjectName: words('subject_name'),
      /** Null where nobody did it but the desk; what they were called then. */
      personId: integer('person_id'),
      personName: words('person_name'),
      personCompanyId: integer('person_company_id'),
      address: words('address'),
      device: words('device'),
      /** Changed fields alone, secrets masked. */
      before: text('before', { mode: 'json' }).$type<Fields>(),
      after: text('after', { mode: 'json' }).$type<Fields>(),
      /** Of the row before it; '' for the first. */
      previousHash: words('previous_hash'),
      hash: text('hash').notNull(),
      /** Part of what is hashed, so that nobody guesses a name from it; gone with what was erased. '' in older rows. */
      salt: words('salt'),
    },
    (t) => [
      index('audit_entries_at').on(t.at),
      index('audit_entries_action').on(t.action, t.at),
      index('audit_entries_kind').on(t.kind, t.at),
      index('audit_entries_person').on(t.personId, t.at),
    ],
  );
