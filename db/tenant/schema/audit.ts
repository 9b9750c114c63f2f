import { auditTable } from '../../../src/kernel/db/audit-table.ts';

/** Changes to the company's settings, people and access; `src/kernel/audit.ts` adds the rows. */
export const auditEntries = auditTable();
