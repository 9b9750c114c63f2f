import { z } from 'zod';
import { answerCsv } from '@/core/http/responses/send-csv.ts';
import { endpoint } from '@/core/http/routing/route.ts';
import { listEntries } from './audit.queries.ts';
import { AuditLogFilter } from './audit.schema.ts';
import { AuditLogPage } from './audit.views.ts';
import { exportAudit } from './export-audit.service.ts';

export const auditEndpoints = [
  endpoint('GET /audit', {
    access: 'admin',
    summary: 'Who changed what in the company, signed in, or took data out, the newest first',
    query: AuditLogFilter,
    reply: AuditLogPage,
    run: (scope, { query }) => listEntries(scope, 'company', query),
  }),
  endpoint('GET /audit/export.csv', {
    access: 'admin',
    summary: 'The audit log of the company as CSV',
    query: AuditLogFilter,
    mime: 'text/csv',
    reply: z.string(),
    errors: ['ERR_PROOF_REQUIRED'],
    answer: (c, { query }) => answerCsv(c, 'audit', () => exportAudit(c.var.scope, 'company', query)),
  }),
  endpoint('GET /platform/audit/export.csv', {
    access: 'super',
    summary: 'The audit log of the platform as CSV',
    query: AuditLogFilter,
    mime: 'text/csv',
    reply: z.string(),
    errors: ['ERR_PROOF_REQUIRED'],
    answer: (c, { query }) =>
      answerCsv(c, 'platform-audit', () => exportAudit(c.var.scope, 'platform', query)),
  }),
];
