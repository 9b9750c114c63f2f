import { auditTable } from '../../../src/kernel/db/audit-table.ts';

/** Who did what to the company's settings, people and doors; `src/kernel/audit.ts` adds the rows. */
export const auditEntries = auditTable();
