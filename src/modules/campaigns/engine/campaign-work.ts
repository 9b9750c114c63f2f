import { outbox } from '@db/tenant/schema/index.ts';
import { and, eq, gt, isNull, lt, ne } from 'drizzle-orm';
import type { Scope } from '@/kernel/scope.ts';

export interface CampaignWork {
  /** The next thing a running campaign does: prepare, say something, end. A running one has exactly one such row. */
  'campaign.step': { campaignId: number };
}
declare module '@/kernel/outbox.ts' {
  interface OutboxKinds extends CampaignWork {}
}

type Lane = { id: number; connectionId: number | null };

const laneOf = ({ id, connectionId }: Lane) => `campaign:${connectionId}:${id}`;

/** `self` is the row that is just being settled. */
export async function planStep(tx: Scope, campaign: Lane, self = 0): Promise<void> {
  const other = await tx.db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.lane, laneOf(campaign)), isNull(outbox.parkedAt), ne(outbox.id, self)))
    .limit(1);
  if (other.length === 0)
    await tx.kernel.outbox.add(tx, laneOf(campaign), 'campaign.step', { campaignId: campaign.id });
  if (self === 0) wakeCampaign(tx, campaign);
}

/** What it waits for may have come. */
export function wakeCampaign({ kernel, companyId, afterCommit }: Scope, campaign: Lane): void {
  afterCommit(() => kernel.outbox.wake(companyId, laneOf(campaign)));
}

export function wakeCampaignsOn({ kernel, companyId, afterCommit }: Scope, connectionId: number): void {
  afterCommit(() => kernel.outbox.wake(companyId, `campaign:${connectionId}:`));
}

/** What people of ours say goes first; and what a campaign has said must be gone before it says more. */
export async function isLineBusy(scope: Scope, connectionId: number): Promise<boolean> {
  const rows = await scope.db
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        isNull(outbox.parkedAt),
        gt(outbox.lane, `send:${connectionId}:`),
        // `;` follows `:`, so that the index finds all lanes of one connection.
        lt(outbox.lane, `send:${connectionId};`),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
