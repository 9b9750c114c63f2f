import { campaignShippings } from '@db/tenant/schema/index.ts';
import { count, eq, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Scope } from '@/core/scope.ts';
import type { CampaignRow } from '../campaigns.queries.ts';
import type { ShippingState } from '../campaigns.schema.ts';
import type { Progress } from './report.schema.ts';

export async function progressOf(
  scope: Scope,
  { id, status }: Pick<CampaignRow, 'id' | 'status'>,
): Promise<Progress> {
  const rows = await countsOf(scope.slowDb, { id });
  const sum = (key: 'n' | 'requested' | 'confirmed' | 'replied' | 'fresh', ...states: ShippingState[]) =>
    rows
      .filter(({ state }) => states.length === 0 || states.includes(state))
      .reduce((total, row) => total + Number(row[key]), 0);
  const skipped = sum('n', 'skipped');
  const total = sum('n');
  const declined = sum('n', 'declined');
  const valid = total - skipped - declined;
  const delivered = sum('n', 'delivered');
  const failed = sum('n', 'failed');
  return {
    campaignId: id,
    status,
    total,
    valid,
    waiting: sum('n', 'waiting', 'asking', 'asked', 'confirmed', 'sending'),
    requested: sum('requested'),
    confirmed: sum('confirmed'),
    delivered,
    failed,
    declined,
    skipped,
    replied: sum('replied'),
    newContacts: sum('fresh'),
    percent: percentOf(delivered + failed, valid, status),
  };
}

function percentOf(done: number, valid: number, status: CampaignRow['status']): number {
  if (valid === 0) return status === 'FINALIZADA' ? 100 : 0;
  return Math.floor((done / valid) * 100);
}

const countsOf = tenantStatement((db) =>
  db
    .select({
      state: campaignShippings.state,
      n: count(),
      requested: count(campaignShippings.confirmationRequestedAt),
      confirmed: count(campaignShippings.confirmedAt),
      replied: count(campaignShippings.repliedAt),
      fresh: sql<number>`sum(${campaignShippings.isNewContact})`,
    })
    .from(campaignShippings)
    .where(eq(campaignShippings.campaignId, sql.placeholder('id')))
    .groupBy(campaignShippings.state),
);
