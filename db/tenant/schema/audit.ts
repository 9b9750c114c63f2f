import { auditTable } from '../../../src/core/audit/audit-table.ts';

/** Changes to the company's settings, people and access; `src/core/audit/audit.ts` adds the rows. */
export const auditEntries = auditTable();
