import { auditTable } from '../../../src/kernel/db/audit-table.ts';

export const auditEntries = auditTable();
