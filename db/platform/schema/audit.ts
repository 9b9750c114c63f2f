import { auditTable } from '../../../src/kernel/db/audit-table.ts';

/** As a company's, of what is done to the platform itself. */
export const auditEntries = auditTable();
