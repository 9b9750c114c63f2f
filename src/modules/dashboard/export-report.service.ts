import { auditSeparately } from '@/core/audit/audit.ts';
import { isAdmin, requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { today } from '@/core/zoned-time.ts';
import { toCell } from '@/modules/contacts/csv-cell.logic.ts';
import type { ViewFilter } from './dashboard.schema.ts';
import type { ReportLine } from './dashboard.views.ts';
import { OF_REPORTS, toReports } from './reports.queries.ts';
import { readTallies } from './tallies.queries.ts';

const BYTE_ORDER_MARK = '\ufeff';

export function reportName(scope: Scope): string {
  return `dashboard-${today(scope)}`;
}

/** UTF-8 with BOM, separated by `;`, CRLF line ends; times are minutes. */
export async function writeReportCsv(scope: Scope, filter: ViewFilter): Promise<string> {
  requireCan(scope, isAdmin);
  await auditSeparately(scope, { what: 'dashboard.exported' });
  const reports = await toReports(scope, await readTallies(scope, filter, OF_REPORTS));
  const { t } = scope;
  const head = ['by', 'name', 'tickets', 'finished', 'wait', 'answer', 'resolution'].map((key) =>
    t(`dashboard:csv.${key}`),
  );
  const rows = (['queues', 'agents', 'connections'] as const).flatMap((by) =>
    reports[by].map((line) => [t(`dashboard:by.${by}`), nameOf(scope, by, line), ...figuresOf(scope, line)]),
  );
  const lines = [head, ...rows].map((cells) => `${cells.map(toCell).join(';')}\r\n`);
  return BYTE_ORDER_MARK + lines.join('');
}

function nameOf({ t }: Scope, by: 'queues' | 'agents' | 'connections', { name }: ReportLine): string {
  return name || t(`dashboard:none.${by}`);
}

function figuresOf({ locale }: Scope, line: ReportLine): string[] {
  const number = new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 2 });
  const { tickets, finished, avgWaitTime, avgAnswerTime, avgResolutionTime } = line;
  return [tickets, finished, avgWaitTime, avgAnswerTime, avgResolutionTime].map((value) =>
    value === null ? '' : number.format(value),
  );
}
