import { index, integer, text } from 'drizzle-orm/sqlite-core';
import { table } from '../../../src/core/db/annotations.ts';
import { emptyText, flag, id, moment } from '../../../src/core/db/columns.ts';
import { EXPORT_STATUSES, FILE_FAILURES } from '../../../src/modules/company-files/company-files.schema.ts';
import { owningCompany } from './platform.ts';

/** Exports requested by a company's administrators. One that was interrupted has no file. */
export const companyExports = table(
  'company_exports',
  {
    id: id(),
    companyId: owningCompany(),
    status: text('status', { enum: EXPORT_STATUSES }).notNull(),
    reason: text('reason', { enum: FILE_FAILURES }),
    /** In the company's export folder; never shown outside. */
    fileName: text('file_name').notNull(),
    madeBy: emptyText('made_by'),
    withSecrets: flag('with_secrets').notNull(),
    isEncrypted: flag('is_encrypted').notNull(),
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at'),
    /** Afterwards it cannot be downloaded, and the file is deleted. */
    expiresAt: moment('expires_at'),
    bytes: integer('bytes').notNull().default(0),
    messages: integer('messages').notNull().default(0),
    files: integer('files').notNull().default(0),
  },
  (t) => [
    index('company_exports_company').on(t.companyId, t.id),
    index('company_exports_status').on(t.status),
  ],
);
