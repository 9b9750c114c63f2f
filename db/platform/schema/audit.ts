import { auditTable } from '../../../src/core/audit/audit-table.ts';

export const auditEntries = auditTable();
