import { campaignShippings, campaigns } from '@db/tenant/schema/index.ts';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Scope } from '@/core/scope.ts';
import type { StepMap } from '@/core/steps.ts';
import { setDeleted } from '@/modules/messages/send/deliver-deletion.outbox.ts';
import { findCampaignRow } from '../campaigns.queries.ts';
import { wakeCampaign } from './campaign-queue.service.ts';
import { faultBefore, shippingOfPart } from './message-parts.queries.ts';
import type { ShippingRow } from './send-message.service.ts';
import { stopCampaign, stopCampaignsOn } from './stop-campaign.service.ts';

/** This many refusals in a row are no accident. */
const REFUSALS_IN_A_ROW = 5;

export async function noteOutcome(
  tx: Scope,
  { messageId, origin, error }: StepMap['message.settled'],
): Promise<void> {
  if (origin !== 'system') return;
  const [last] = await shippingOf(tx.db, { messageId });
  const shipping = last ?? (error === null ? undefined : await shippingOfPart(tx, messageId));
  if (!shipping) return;
  if (error === null) await arrived(tx, shipping, messageId);
  else await failed(tx, shipping, error);
  tx.emit('campaign.moved', { campaignId: shipping.campaignId });
  const campaign = await findCampaignRow(tx, shipping.campaignId);
  if (campaign?.status === 'EM_ANDAMENTO') wakeCampaign(tx, campaign);
}

const shippingOf = tenantStatement((db) =>
  db
    .select()
    .from(campaignShippings)
    .where(
      sql`${campaignShippings.id} in (
        select id from campaign_shippings where message_id = ${sql.placeholder('messageId')}
        union all select id from campaign_shippings where question_id = ${sql.placeholder('messageId')})`,
    )
    .limit(1),
);

async function arrived(tx: Scope, shipping: ShippingRow, messageId: number): Promise<void> {
  const isQuestion = shipping.questionId === messageId;
  if (isQuestion ? isAnswered(shipping) : shipping.deliveredAt) return;
  await resetRefusals(tx, shipping);
  if (!isQuestion && (await faultBefore(tx, shipping))) return;
  // A stopped campaign took it back while it was being sent, but the customer has it.
  if (shipping.state !== 'asking' && shipping.state !== 'sending') await setDeleted(tx, messageId, false);
  const asked = { state: 'asked', confirmationRequestedAt: tx.now() } as const;
  const delivered = { state: 'delivered', deliveredAt: tx.now() } as const;
  await set(tx, shipping, { ...(isQuestion ? asked : delivered), reason: null });
}

/** The answer came before WhatsApp's receipt for the question. */
function isAnswered({ state, confirmedAt, confirmationRequestedAt, reason }: ShippingRow): boolean {
  if (confirmedAt !== null || state === 'declined') return true;
  return state === 'skipped' && reason === 'opted_out' && confirmationRequestedAt !== null;
}

async function resetRefusals(tx: Scope, { campaignId }: ShippingRow): Promise<void> {
  await tx.db
    .update(campaigns)
    .set({ failuresInARow: 0 })
    .where(and(eq(campaigns.id, campaignId), sql`${campaigns.failuresInARow} > 0`));
}

async function failed(tx: Scope, shipping: ShippingRow, error: string): Promise<void> {
  if (shipping.state !== 'asking' && shipping.state !== 'sending') return;
  // The connection was lost, not refused: the recipient waits for its return.
  if (error === 'ERR_WAPP_NOT_INITIALIZED') return waitAgain(tx, shipping);
  await set(tx, shipping, { state: 'failed', reason: error });
  const [campaign] = await tx.db
    .update(campaigns)
    .set({ failuresInARow: sql`${campaigns.failuresInARow} + 1` })
    .where(and(eq(campaigns.id, shipping.campaignId), isNotNull(campaigns.connectionId)))
    .returning();
  if (!campaign) return;
  if (error === 'ERR_WAPP_RESTRICTED') await stopCampaignsOn(tx, campaign.connectionId ?? 0, 'restricted');
  else if (campaign.failuresInARow >= REFUSALS_IN_A_ROW) await stopCampaign(tx, campaign.id, 'refusals');
}

function waitAgain(tx: Scope, shipping: ShippingRow): Promise<void> {
  return set(tx, shipping, { state: shipping.confirmedAt ? 'confirmed' : 'waiting' });
}

async function set(tx: Scope, { id }: ShippingRow, values: Partial<ShippingRow>): Promise<void> {
  await tx.db
    .update(campaignShippings)
    .set({ ...values, updatedAt: tx.now() })
    .where(eq(campaignShippings.id, id));
}
