import { campaignShippings as rows } from '@db/tenant/schema/index.ts';
import { and, asc, eq, gt } from 'drizzle-orm';
import { auditSeparately } from '@/core/audit/audit.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { zonedParts } from '@/core/zoned-time.ts';
import { toCell } from '@/modules/contacts/csv-cell.logic.ts';
import { canManageCampaigns } from '../campaigns.policy.ts';
import { requireCampaign } from '../campaigns.queries.ts';

const ROWS_AT_ONCE = 500;
const BYTE_ORDER_MARK = '\ufeff';
const COLUMNS = [
  'name',
  'number',
  'email',
  'state',
  'reason',
  'requestedAt',
  'confirmedAt',
  'deliveredAt',
  'repliedAt',
] as const;

/**
 * UTF-8 with BOM, separated by `;`, in the reader's language and the company's time zone; rows are read while
 * streaming. Throws ERR_NO_CAMPAIGN_FOUND.
 */
export async function exportReport(scope: Scope, campaignId: number): Promise<ReadableStream<Uint8Array>> {
  requireCan(scope, canManageCampaigns);
  const { name } = await requireCampaign(scope, campaignId);
  await auditSeparately(scope, { what: 'campaign.exported', on: { id: campaignId, name } });
  const encoder = new TextEncoder();
  let after = 0;
  return new ReadableStream({
    start(controller) {
      const head = COLUMNS.map((name) => toCell(scope.t(`campaigns:csv.${name}`)));
      controller.enqueue(encoder.encode(`${BYTE_ORDER_MARK}${head.join(';')}\r\n`));
    },
    async pull(controller) {
      const found = await scope.db
        .select()
        .from(rows)
        .where(and(eq(rows.campaignId, campaignId), gt(rows.id, after)))
        .orderBy(asc(rows.id))
        .limit(ROWS_AT_ONCE);
      after = found.at(-1)?.id ?? after;
      if (found.length > 0)
        controller.enqueue(encoder.encode(found.map((row) => lineOf(scope, row)).join('')));
      if (found.length < ROWS_AT_ONCE) controller.close();
    },
  });
}

function lineOf(scope: Scope, row: typeof rows.$inferSelect): string {
  const { timeZone } = scope;
  const at = (moment: Date | null) => {
    if (!moment) return '';
    const { day, time } = zonedParts(moment, timeZone);
    return `${day} ${time}`;
  };
  const reason = row.reason?.startsWith('ERR_')
    ? scope.t(`errors:${row.reason}`, { context: 'plain' })
    : scope.t(`campaigns:reason.${row.reason}`);
  return `${[
    ...[row.name, row.number, row.email, scope.t(`campaigns:shipping.${row.state}`)],
    row.reason ? reason : '',
    ...[row.confirmationRequestedAt, row.confirmedAt, row.deliveredAt, row.repliedAt].map(at),
  ]
    .map(toCell)
    .join(';')}\r\n`;
}
