import { campaignTotals } from '@db/tenant/schema/index.ts';
import { eq, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Scope } from '@/core/scope.ts';
import type { CampaignRow } from '../campaigns.queries.ts';
import { LEFT_OUT, type ShippingFilter, type ShippingState } from '../campaigns.schema.ts';
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
  const valid = total - sum('n', ...LEFT_OUT);
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

/** How many there are in a state, in a figure of the report, or in all. */
export async function countShippings(
  scope: Scope,
  { campaignId, state }: { campaignId: number; state: ShippingFilter['state'] },
): Promise<number> {
  const rows = await totalsOf(scope.db, { id: campaignId });
  const figures: Partial<Record<typeof state, (row: (typeof rows)[number]) => number>> = {
    '': ({ n }) => n,
    valid: ({ n, state: own }) => (LEFT_OUT.includes(own) ? 0 : n),
    requested: ({ requested }) => requested,
    agreed: ({ confirmed }) => confirmed,
    replied: ({ replied }) => replied,
  };
  const countOf = figures[state] ?? ((row) => (row.state === state ? row.n : 0));
  return rows.reduce((total, row) => total + countOf(row), 0);
}
