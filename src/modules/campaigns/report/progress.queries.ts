import { campaignTotals } from '@db/tenant/schema/index.ts';
import { eq, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Scope } from '@/core/scope.ts';
import type { CampaignRow } from '../campaigns.queries.ts';
import type { ShippingState } from '../campaigns.schema.ts';
import type { Progress } from './report.schema.ts';

export async function progressOf(
  scope: Scope,
  { id, status }: Pick<CampaignRow, 'id' | 'status'>,
): Promise<Progress> {
  const rows = await totalsOf(scope.db, { id });
  const sum = (
    key: 'n' | 'requested' | 'confirmed' | 'replied' | 'newContacts',
    ...states: ShippingState[]
  ) =>
    rows
      .filter(({ state }) => states.length === 0 || states.includes(state))
      .reduce((total, row) => total + row[key], 0);
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
    newContacts: sum('newContacts'),
    percent: percentOf(delivered + failed, valid, status),
  };
}

function percentOf(done: number, valid: number, status: CampaignRow['status']): number {
  if (valid === 0) return status === 'FINALIZADA' ? 100 : 0;
  return Math.floor((done / valid) * 100);
}

const totalsOf = tenantStatement((db) =>
  db
    .select()
    .from(campaignTotals)
    .where(eq(campaignTotals.campaignId, sql.placeholder('id'))),
);

/** How many there are in a state, who replied, or all. */
export async function countShippings(
  scope: Scope,
  { campaignId, state }: { campaignId: number; state: ShippingState | 'replied' | '' },
): Promise<number> {
  const rows = await totalsOf(scope.db, { id: campaignId });
  if (state === 'replied') return rows.reduce((total, { replied }) => total + replied, 0);
  return rows.reduce((total, row) => total + (state === '' || row.state === state ? row.n : 0), 0);
}
