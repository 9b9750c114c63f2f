import { campaignShippings, campaigns } from '@db/tenant/schema/index.ts';
import { and, eq, sql } from 'drizzle-orm';
import { audit } from '@/core/audit/audit.ts';
import { AppError, InvalidInput } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { getPlanOf } from '@/modules/companies/companies.queries.ts';
import { requirePlanCapacity } from '@/modules/companies/plan-limits.policy.ts';
import { canManageCampaigns } from '../campaigns.policy.ts';
import { countUnfinished, requireCampaign } from '../campaigns.queries.ts';
import { requireFileListChoice } from '../require-parts.queries.ts';
import { planStep } from './campaign-queue.service.ts';
import { begin } from './start-campaign.service.ts';
import { stopCampaign } from './stop-campaign.service.ts';

type OfCampaign = { campaignId: number };

/** Also a scheduled one. Throws ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_NOT_RUNNING. */
export async function cancelCampaign(scope: Scope, { campaignId }: OfCampaign): Promise<void> {
  requireCan(scope, canManageCampaigns);
  await scope.write(async (tx) => {
    const { name, status } = await requireCampaign(tx, campaignId);
    if (status !== 'EM_ANDAMENTO' && status !== 'PROGRAMADA') throw new AppError('ERR_CAMPAIGN_NOT_RUNNING');
    await audit(tx, { what: 'campaign.stopped', on: { id: campaignId, name } });
    await stopCampaign(tx, campaignId, null);
  });
}

/** Continues now, at its own pace. Throws ERR_CAMPAIGN_NOT_CANCELLED, ERR_LIMIT_REACHED, as `startCampaign`. */
export async function restartCampaign(scope: Scope, { campaignId }: OfCampaign): Promise<void> {
  requireCan(scope, canManageCampaigns);
  const plan = await getPlanOf(scope.kernel, scope.companyId);
  await scope.write(async (tx) => {
    const { name, status, stoppedFor } = await requireCampaign(tx, campaignId);
    requireFileListChoice({ stoppedFor });
    await audit(tx, { what: 'campaign.started', on: { id: campaignId, name } });
    if (status === 'CANCELADA') requirePlanCapacity(plan, 'campaigns', await countUnfinished(tx));
    if (!(await begin(tx, campaignId, 'CANCELADA'))) throw new AppError('ERR_CAMPAIGN_NOT_CANCELLED');
  });
}

/** At once, ignoring a set time. Throws ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_NOT_EDITABLE, ERR_CAMPAIGN_WITHOUT_FILE_LIST, InvalidInput on `contactListId`. */
export async function startCampaign(scope: Scope, { campaignId }: OfCampaign): Promise<void> {
  requireCan(scope, canManageCampaigns);
  await scope.write(async (tx) => {
    const { name, status, stoppedFor, contactListId } = await requireCampaign(tx, campaignId);
    requireFileListChoice({ stoppedFor });
    await audit(tx, { what: 'campaign.started', on: { id: campaignId, name } });
    const mayStart = status === 'INATIVA' || status === 'PROGRAMADA';
    // Once stopped for it, only a copy could get a list.
    if (mayStart && contactListId === null) throw new InvalidInput({ contactListId: 'validation:required' });
    if (!mayStart || !(await begin(tx, campaignId, status))) throw new AppError('ERR_CAMPAIGN_NOT_EDITABLE');
  });
}

/** A new, scheduled or cancelled one. Throws as `startCampaign` and `restartCampaign`. */
export async function startOrRestart(scope: Scope, { campaignId }: OfCampaign): Promise<void> {
  requireCan(scope, canManageCampaigns);
  const { status } = await requireCampaign(scope, campaignId);
  const isNew = status === 'INATIVA' || status === 'PROGRAMADA';
  await (isNew ? startCampaign(scope, { campaignId }) : restartCampaign(scope, { campaignId }));
}

/** A finished campaign runs for failed ones only. Throws ERR_NO_CAMPAIGN_FOUND, ERR_LIMIT_REACHED. */
export async function retryFailed(scope: Scope, { campaignId }: OfCampaign): Promise<number> {
  requireCan(scope, canManageCampaigns);
  const plan = await getPlanOf(scope.kernel, scope.companyId);
  return scope.write(async (tx) => {
    const campaign = await requireCampaign(tx, campaignId);
    await audit(tx, { what: 'campaign.started', on: { id: campaignId, name: campaign.name } });
    const again = await tx.db
      .update(campaignShippings)
      .set({
        state: sql`case when ${campaignShippings.confirmedAt} is null then 'waiting' else 'confirmed' end`,
        reason: null,
        updatedAt: tx.now(),
      })
      .where(and(eq(campaignShippings.campaignId, campaignId), eq(campaignShippings.state, 'failed')))
      .returning({ id: campaignShippings.id });
    if (again.length > 0 && campaign.status === 'EM_ANDAMENTO') await planStep(tx, campaign);
    if (again.length > 0 && campaign.status === 'FINALIZADA') {
      requirePlanCapacity(plan, 'campaigns', await countUnfinished(tx));
      const running = {
        status: 'EM_ANDAMENTO',
        completedAt: null,
        failuresInARow: 0,
        updatedAt: tx.now(),
      } as const;
      await tx.db.update(campaigns).set(running).where(eq(campaigns.id, campaignId));
      if (campaign.stoppedFor === 'file_list_deleted')
        await stopCampaign(tx, campaignId, 'file_list_deleted');
      else await planStep(tx, campaign);
    }
    tx.emit('campaign.updated', { campaignId });
    return again.length;
  });
}
