import { campaignShippings, campaigns } from '@db/tenant/schema/index.ts';
import { and, eq, inArray, max } from 'drizzle-orm';
import { type Settle, TryLater } from '@/core/queue/outbox.ts';
import type { Scope } from '@/core/scope.ts';
import { fateOf } from '@/modules/messages/write/automatic-messages.service.ts';
import type { CampaignRow } from '../campaigns.queries.ts';
import { planStep } from './campaign-queue.service.ts';
import { faultBefore } from './message-parts.queries.ts';
import { nextOf } from './next-recipient.queries.ts';

/** Answers to a question count for this long after the last one; then the campaign ends without them. */
export const ANSWERED_WITHIN_MS = 24 * 3_600_000;
const CHECK_MS = 60_000;
const SENDING_MS = 1_000;

/** All recipients have been processed. Throws TryLater while a message is on its way, or an answer may still come. */
export async function endOrWait(scope: Scope, campaign: CampaignRow, self: number): Promise<Settle> {
  const moving = await scope.db
    .select()
    .from(campaignShippings)
    .where(of(campaign.id, ['asking', 'sending']));
  const fates = new Map<number, 'sent' | 'lost'>();
  for (const { id, state, messageId, questionId } of moving) {
    const fate = await fateOf(scope, state === 'asking' ? questionId : messageId);
    if (fate === 'on its way') throw new TryLater('sending', { uncounted: true, inMs: SENDING_MS });
    fates.set(id, fate);
  }
  if (fates.size === 0 && (await mayAnswer(scope, campaign.id)))
    throw new TryLater('answers', { uncounted: true, inMs: CHECK_MS });
  return async (tx) => {
    for (const [id, fate] of fates) await settle(tx, id, fate);
    const isOver = !(await nextOf(tx, campaign.id)) && !(await mayAnswer(tx, campaign.id));
    if (isOver) await end(tx, campaign.id);
    else await planStep(tx, campaign, self);
  };
}

async function mayAnswer(scope: Scope, campaignId: number): Promise<boolean> {
  const [last] = await scope.db
    .select({ at: max(campaignShippings.confirmationRequestedAt) })
    .from(campaignShippings)
    .where(of(campaignId, ['asked']));
  return last?.at != null && scope.now().getTime() - last.at.getTime() < ANSWERED_WITHIN_MS;
}

/** The message or its contact was deleted before sending, or its outcome was missed. */
async function settle(tx: Scope, shippingId: number, fate: 'sent' | 'lost'): Promise<void> {
  const isIt = eq(campaignShippings.id, shippingId);
  const row = await tx.db.query.campaignShippings.findFirst({ where: isIt });
  if (row?.state !== 'asking' && row?.state !== 'sending') return;
  const asked = { state: 'asked', confirmationRequestedAt: tx.now() } as const;
  const delivered = { state: 'delivered', deliveredAt: tx.now() } as const;
  const lost = { state: 'failed', reason: 'taken_back' } as const;
  const fault = await faultBefore(tx, row);
  const broken = { state: 'failed', reason: fault } as const;
  const values = fault ? broken : fate === 'lost' ? lost : row.state === 'asking' ? asked : delivered;
  await tx.db
    .update(campaignShippings)
    .set({ ...values, updatedAt: tx.now() })
    .where(isIt);
}

async function end(tx: Scope, campaignId: number): Promise<void> {
  await tx.db
    .update(campaignShippings)
    .set({ state: 'skipped', reason: 'no_answer', updatedAt: tx.now() })
    .where(of(campaignId, ['asked']));
  const [row] = await tx.db
    .update(campaigns)
    .set({ status: 'FINALIZADA', completedAt: tx.now(), updatedAt: tx.now() })
    .where(and(eq(campaigns.id, campaignId), eq(campaigns.status, 'EM_ANDAMENTO')))
    .returning({ id: campaigns.id });
  if (row) tx.emit('campaign.updated', { campaignId });
}

function of(campaignId: number, states: (typeof campaignShippings.$inferSelect)['state'][]) {
  return and(eq(campaignShippings.campaignId, campaignId), inArray(campaignShippings.state, states));
}
