import { auditSeparately } from '@/core/audit/audit.ts';
import type { Scope } from '@/core/scope.ts';
import { zonedParts } from '@/core/zoned-time.ts';
import { toCell } from '@/modules/contacts/csv-cell.logic.ts';
import { auditOf, findEntries } from './audit.queries.ts';
import type { AuditLogFilter } from './audit.schema.ts';
import type { AuditArea } from './audit-paths.schema.ts';

const ROWS_AT_ONCE = 500;
const BYTE_ORDER_MARK = '\ufeff';
const COLUMNS = ['at', 'person', 'action', 'subject', 'address', 'device', 'before', 'after'] as const;

type Entry = Awaited<ReturnType<typeof findEntries>>[number];

/** The filtered entries, newest first: UTF-8 with BOM, separated by `;`; rows are read while streaming. */
export async function exportAudit(
  scope: Scope,
  area: AuditArea,
  filter: AuditLogFilter,
): Promise<ReadableStream<Uint8Array>> {
  auditOf(scope, area);
  await auditSeparately(scope, { what: 'audit.exported' });
  const encoder = new TextEncoder();
  let after: number | undefined;
  return new ReadableStream({
    start(controller) {
      const head = COLUMNS.map((name) => toCell(scope.t(`audit:csv.${name}`)));
      controller.enqueue(encoder.encode(`${BYTE_ORDER_MARK}${head.join(';')}\r\n`));
    },
    async pull(controller) {
      const rows = await findEntries(scope, area, { ...filter, pageNumber: 1, after }, ROWS_AT_ONCE);
      after = rows.at(-1)?.id;
      if (rows.length > 0) controller.enqueue(encoder.encode(rows.map((row) => lineOf(scope, row)).join('')));
      if (rows.length < ROWS_AT_ONCE) controller.close();
    },
  });
}

function lineOf({ t, timeZone }: Scope, row: Entry): string {
  const { day, time } = zonedParts(row.at, timeZone);
  const fields = (value: Entry['before']) => (value ? JSON.stringify(value) : '');
  const cells = [
    ...[`${day} ${time}`, row.personName || t('audit:system'), t(`audit:action.${row.action}`)],
    ...[row.subjectName || row.subjectId, row.address, row.device, fields(row.before), fields(row.after)],
  ];
  return `${cells.map(toCell).join(';')}\r\n`;
}
