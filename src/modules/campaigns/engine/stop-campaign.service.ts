import { campaignShippings, campaigns } from '@db/tenant/schema/index.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import type { StepMap } from '@/core/steps.ts';
import { takeBack } from '@/modules/messages/write/automatic-messages.service.ts';
import type { CampaignRow } from '../campaigns.queries.ts';
import type { Stop } from '../campaigns.schema.ts';
import { wakeCampaign } from './campaign-queue.service.ts';

export async function stopCampaign(tx: Scope, campaignId: number, reason: Stop | null): Promise<void> {
  const [row] = await tx.db
    .update(campaigns)
    .set({ status: 'CANCELADA', stoppedFor: reason, updatedAt: tx.now() })
    .where(and(eq(campaigns.id, campaignId), inArray(campaigns.status, ['EM_ANDAMENTO', 'PROGRAMADA'])))
    .returning();
  if (!row) return;
  const isMoving = and(
    eq(campaignShippings.campaignId, campaignId),
    inArray(campaignShippings.state, ['asking', 'sending']),
  );
  const moving = await tx.db.select({ id: campaignShippings.id }).from(campaignShippings).where(isMoving);
  await takeBack(
    tx,
    moving.map(({ id }) => `campaign:${campaignId}:${id}`),
  );
  await tx.db
    .update(campaignShippings)
    .set({
      state: sql`case when ${campaignShippings.confirmedAt} is null then 'waiting' else 'confirmed' end`,
      updatedAt: tx.now(),
    })
    .where(isMoving);
  if (reason) tx.log.warn({ campaignId, reason }, 'a campaign was stopped');
  wakeCampaign(tx, row);
  tx.emit('campaign.updated', { campaignId });
  if (reason) tx.emit('campaign.stopped', { campaignId, reason });
}

/** The number is in danger, so it sends nothing unsolicited. */
export async function stopCampaignsOn(tx: Scope, connectionId: number, reason: Stop): Promise<void> {
  for (const { id } of await runningOn(tx, connectionId)) await stopCampaign(tx, id, reason);
}

export function stopOnRestriction(tx: Scope, { connectionId }: StepMap['connection.restricted']) {
  return stopCampaignsOn(tx, connectionId, 'restricted');
}

/** Every campaign with the list is marked: none may send its text without it. */
export async function stopWithoutFiles(
  tx: Scope,
  { fileListId }: StepMap['fileList.deleting'],
): Promise<void> {
  const isUsing = eq(campaigns.fileListId, fileListId);
  const { id, status } = campaigns;
  const using = await tx.db.select({ id, status }).from(campaigns).where(isUsing);
  for (const one of using)
    if (one.status === 'EM_ANDAMENTO') await stopCampaign(tx, one.id, 'file_list_deleted');
  await tx.db
    .update(campaigns)
    .set({
      stoppedFor: 'file_list_deleted',
      // A cancelled one would begin at its restart, not at its time.
      status: sql`case ${status} when 'PROGRAMADA' then 'INATIVA' else ${status} end`,
      updatedAt: tx.now(),
    })
    .where(isUsing);
  for (const { id: campaignId, status: before } of using) {
    if (before !== 'FINALIZADA') tx.emit('campaign.updated', { campaignId });
    if (before === 'PROGRAMADA') tx.emit('campaign.stopped', { campaignId, reason: 'file_list_deleted' });
  }
}

function runningOn(scope: Scope, connectionId: number): Promise<Pick<CampaignRow, 'id'>[]> {
  return scope.db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.connectionId, connectionId), eq(campaigns.status, 'EM_ANDAMENTO')));
}
