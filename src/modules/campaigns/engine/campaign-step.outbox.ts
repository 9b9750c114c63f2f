import { campaignShippings, campaigns } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { yieldToLoop } from '@/core/clock.ts';
import { type OutboxHandler, type Settle, TryLater } from '@/core/queue/outbox.ts';
import type { Scope } from '@/core/scope.ts';
import { hasFeature } from '@/modules/companies/plan-features.policy.ts';
import { filesOfList } from '@/modules/file-lists/file-lists.queries.ts';
import { type CampaignRow, findCampaignRow } from '../campaigns.queries.ts';
import { campaignSettings } from '../settings/campaign-settings.queries.ts';
import { answerPause, gapAfter } from './campaign-pace.state.ts';
import { planStep } from './campaign-queue.service.ts';
import { endOrWait } from './finish-campaign.outbox.ts';
import { nextOf } from './next-recipient.queries.ts';
import { type Obstacle, obstacleOf } from './obstacles.queries.ts';
import { prepare } from './prepare-recipients.outbox.ts';
import { recipientOf, type ShippingRow, sendTo } from './send-message.service.ts';
import { countSent } from './sending-counters.service.ts';
import { leaveOut, whyNot } from './skip-recipient.outbox.ts';
import { stopCampaign } from './stop-campaign.service.ts';

/** Skipping numbers sends nothing to WhatsApp, so one step skips several. */
const MAX_SKIPPED = 50;
const TRIES_FOR_ONE = 3;

/** Each step rereads the database: a cancelled campaign ends here, and only one message follows. */
export const takeStep: OutboxHandler<'campaign.step'> = {
  async run(scope, { id: self, attempts, payload }) {
    // The driver is synchronous: without sends, steps would run without yielding.
    await yieldToLoop();
    const campaign = await findRunning(scope, payload.campaignId);
    if (!campaign) return undefined;
    const fault = faultOf(campaign) ?? (await planFault(scope)) ?? (await fileFault(scope, campaign));
    if (fault) return (tx) => stopCampaign(tx, campaign.id, fault);
    if (campaign.preparedAt === null) return prepare(scope, campaign, self);
    const next = await nextOf(scope, campaign.id);
    if (!next) return endOrWait(scope, campaign, self);
    if (attempts >= TRIES_FOR_ONE) return giveUpOn(next, campaign, self);
    const obstacle = await obstacleOf(scope, campaign, next);
    if (obstacle) return yieldTo(obstacle, campaign);
    return (tx) => sendNext(tx, campaign.id, self);
  },
  async park(tx, { payload }) {
    await stopCampaign(tx, payload.campaignId, 'trouble');
  },
};

async function findRunning(scope: Scope, campaignId: number): Promise<CampaignRow | undefined> {
  const campaign = await findCampaignRow(scope, campaignId);
  return campaign?.status === 'EM_ANDAMENTO' ? campaign : undefined;
}

function faultOf({ connectionId, contactListId, messages, mediaPath, fileListId }: CampaignRow) {
  if (connectionId === null) return 'no_connection';
  if (contactListId === null) return 'no_list';
  const hasContent = messages.some((text) => text.trim() !== '') || mediaPath || fileListId;
  return hasContent ? null : 'no_text';
}

async function planFault(scope: Scope): Promise<'not_in_plan' | null> {
  return (await hasFeature(scope, 'useCampaigns')) ? null : 'not_in_plan';
}

/** Nobody gets the text without the file it mentions. */
async function fileFault(scope: Scope, { mediaPath, fileListId }: CampaignRow): Promise<'no_file' | null> {
  const listed = fileListId === null ? [] : await filesOfList(scope, fileListId);
  if (fileListId !== null && listed.length === 0) return 'no_file';
  for (const key of [...listed.map((file) => file.key), ...(mediaPath ? [mediaPath] : [])])
    if (!(await scope.kernel.storage.open(scope.companyId, key))) return 'no_file';
  return null;
}

function yieldTo(obstacle: Obstacle, campaign: CampaignRow): Settle {
  if ('stop' in obstacle) return (tx) => stopCampaign(tx, campaign.id, obstacle.stop);
  throw new TryLater(obstacle.wait, { uncounted: true, inMs: obstacle.ms });
}

async function sendNext(tx: Scope, campaignId: number, self: number): Promise<void> {
  const campaign = await findRunning(tx, campaignId);
  if (!campaign || campaign.connectionId === null) return;
  for (let skipped = 0; skipped < MAX_SKIPPED; skipped += 1) {
    const next = await nextOf(tx, campaignId);
    if (!next) break;
    if (await obstacleOf(tx, campaign, next)) break;
    const to = await recipientOf(tx, next);
    const reason = await whyNot(tx, to.contact, next);
    if (reason) {
      await leaveOut(tx, next, reason);
      continue;
    }
    await sendTo(tx, campaign, next, to, await campaignSettings(tx));
    await countSent(tx, campaign.connectionId, to.isNew && !next.isNewContact);
    await pauseAfter(tx, campaign);
    break;
  }
  tx.emit('campaign.moved', { campaignId });
  await planStep(tx, campaign, self);
}

async function pauseAfter(tx: Scope, campaign: CampaignRow): Promise<void> {
  const pace = tx.kernel.services.campaignPace;
  const gap = gapAfter(campaign, await campaignSettings(tx), pace.chance());
  const next = await nextOf(tx, campaign.id);
  const ms = next?.state === 'confirmed' ? Math.min(gap.ms, answerPause(pace.chance())) : gap.ms;
  await tx.db
    .update(campaigns)
    .set({ sentInARow: gap.sentInARow, nextAt: new Date(tx.now().getTime() + ms) })
    .where(eq(campaigns.id, campaign.id));
  tx.afterCommit(() => pace.pause(tx, campaign.id, ms));
}

function giveUpOn(shipping: ShippingRow, campaign: CampaignRow, self: number): Settle {
  return async (tx) => {
    await tx.db
      .update(campaignShippings)
      .set({ state: 'failed', reason: 'ERR_INTERNAL', updatedAt: tx.now() })
      .where(eq(campaignShippings.id, shipping.id));
    tx.emit('campaign.moved', { campaignId: campaign.id });
    await planStep(tx, campaign, self);
  };
}
