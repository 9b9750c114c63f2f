import { outbox } from '@db/tenant/schema/index.ts';
import { and, eq, isNull, ne } from 'drizzle-orm';
import { isInQueuesOf } from '@/core/queue/outbox-pending.ts';
import type { Scope } from '@/core/scope.ts';

export interface CampaignWork {
  /** The next step of a running campaign: prepare, send, end. A running campaign has exactly one such row. */
  'campaign.step': { campaignId: number };
}
declare module '@/core/queue/outbox.ts' {
  interface OutboxKinds extends CampaignWork {}
}

type Queued = { id: number; connectionId: number | null };

const queueKeyOf = ({ id, connectionId }: Queued) => `campaign:${connectionId}:${id}`;

export async function planStep(tx: Scope, campaign: Queued, self = 0): Promise<void> {
  const other = await tx.db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.queueKey, queueKeyOf(campaign)), isNull(outbox.parkedAt), ne(outbox.id, self)))
    .limit(1);
  if (other.length === 0)
    await tx.kernel.outbox.add(tx, queueKeyOf(campaign), 'campaign.step', { campaignId: campaign.id });
  if (self === 0) wakeCampaign(tx, campaign);
}

export function wakeCampaign({ kernel, companyId, afterCommit }: Scope, campaign: Queued): void {
  afterCommit(() => kernel.outbox.wake(companyId, queueKeyOf(campaign)));
}

export function wakeCampaignsOn({ kernel, companyId, afterCommit }: Scope, connectionId: number): void {
  afterCommit(() => kernel.outbox.wake(companyId, `campaign:${connectionId}:`));
}

/** Agents' messages go first, and a campaign's message must be sent before its next one. */
export async function isConnectionBusy(scope: Scope, connectionId: number): Promise<boolean> {
  const rows = await scope.db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isNull(outbox.parkedAt), isInQueuesOf(`send:${connectionId}`)))
    .limit(1);
  return rows.length > 0;
}
