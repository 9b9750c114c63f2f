import { campaignShippings, campaigns } from '@db/tenant/schema/index.ts';
import { and, eq, inArray } from 'drizzle-orm';
import { auditChange, auditGone, auditNew } from '@/core/audit/audit-rows.ts';
import { deleteInParts } from '@/core/db/delete-in-parts.ts';
import { insertedRow } from '@/core/db/inserted-row.ts';
import { AppError, InvalidInput } from '@/core/errors.ts';
import { requireCan, requireUser } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { removeMediaAfter } from '@/core/storage/remove-media.ts';
import { cutAt } from '@/core/text.ts';
import { getPlanOf } from '@/modules/companies/companies.queries.ts';
import { requirePlanCapacity } from '@/modules/companies/plan-limits.policy.ts';
import { createFilledList } from '@/modules/contact-lists/fill/fill-list.service.ts';
import { momentOf, textsOf } from './campaign-content.logic.ts';
import { canManageCampaigns, isEditable, mayReplaceFiles } from './campaigns.policy.ts';
import { type CampaignRow, countUnfinished, getCampaign, requireCampaign } from './campaigns.queries.ts';
import type { CampaignInput } from './campaigns.schema.ts';
import type { CampaignView } from './campaigns.views.ts';
import { startCampaign } from './engine/run-campaign.service.ts';
import { findRepeated } from './repeated-campaign.queries.ts';
import { requireFileListChoice, requireParts } from './require-parts.queries.ts';

export type CampaignMedia = { key: string; name: string; mime: string };

/** `startsNow` starts it in the transaction that saves it. */
type Saved = CampaignInput & Files & { startsNow?: boolean };
/** Existing clients send back the null that a deleted list left; only `dropsList` decides to send without it. */
type Files = Pick<CampaignInput, 'fileListId'> & { media?: CampaignMedia | null; dropsList?: boolean };

/** The same content within a minute is one campaign. Throws ERR_LIMIT_REACHED, and as `requireParts`. */
export async function createCampaign(scope: Scope, input: Saved): Promise<CampaignView> {
  requireCan(scope, canManageCampaigns);
  const { id: userId } = requireUser(scope);
  const repeated = await findRepeated(scope, input, userId);
  if (repeated) return scope.write((tx) => takeRepeated(tx, repeated.id, input));
  const plan = await getPlanOf(scope.kernel, scope.companyId);
  // Do not build a tag's list for a campaign over the plan's limit.
  if (input.tagListId) requirePlanCapacity(plan, 'campaigns', await countUnfinished(scope));
  const contactListId = await listOfTag(scope, input, null);
  return scope.write(async (tx) => {
    const first = await findRepeated(tx, input, userId);
    if (first) return takeRepeated(tx, first.id, input);
    requirePlanCapacity(plan, 'campaigns', await countUnfinished(tx));
    const values = { ...(await valuesOf(tx, { ...input, ...contactListId }, undefined)), userId };
    const scheduledAt = momentOf(tx, input.scheduledAt) ?? null;
    const row = await tx.db
      .insert(campaigns)
      .values({
        ...values,
        scheduledAt,
        status: scheduledAt ? 'PROGRAMADA' : 'INATIVA',
        createdAt: tx.now(),
        updatedAt: tx.now(),
      })
      .returning({ id: campaigns.id })
      .then(insertedRow);
    await auditNew(tx, 'campaign.created', campaigns, row.id);
    tx.emit('campaign.created', { campaignId: row.id });
    if (input.startsNow) await startCampaign(tx, { campaignId: row.id });
    return getCampaign(tx, row.id);
  });
}

/** Stored status decides. Throws ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_NOT_EDITABLE, as `requireParts` and `requireFileListChoice`. */
export async function updateCampaign(
  scope: Scope,
  input: Saved & { campaignId: number },
): Promise<CampaignView> {
  requireCan(scope, canManageCampaigns);
  const before = await requireCampaign(scope, input.campaignId);
  const contactListId = isEditable(before, scope.now()) ? await listOfTag(scope, input, before.tagId) : {};
  return scope.write(async (tx) => {
    const row = await requireCampaign(tx, input.campaignId);
    if (row.status === 'CANCELADA') {
      const files = mayReplaceFiles(row) ? await filesOf(tx, input, row) : {};
      await change(tx, row, { ...textsOf(input, row), ...files });
    } else {
      if (!isEditable(row, tx.now())) throw new AppError('ERR_CAMPAIGN_NOT_EDITABLE');
      const scheduledAt = momentOf(tx, input.scheduledAt);
      const values = await valuesOf(tx, { ...input, ...contactListId }, row);
      if (scheduledAt) requireFileListChoice({ ...row, ...values });
      await change(tx, row, {
        ...values,
        ...(scheduledAt !== undefined && { scheduledAt, status: scheduledAt ? 'PROGRAMADA' : 'INATIVA' }),
      });
    }
    if (input.startsNow) await startCampaign(tx, { campaignId: row.id });
    return getCampaign(tx, row.id);
  });
}

/** Until the first message; null removes it. Throws ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_NOT_EDITABLE. */
export async function setCampaignMedia(
  scope: Scope,
  { campaignId, media }: { campaignId: number; media: CampaignMedia | null },
): Promise<void> {
  requireCan(scope, canManageCampaigns);
  await scope.write(async (tx) => {
    const row = await requireCampaign(tx, campaignId);
    if (!(await mayChangeFile(tx, row))) throw new AppError('ERR_CAMPAIGN_NOT_EDITABLE');
    await change(tx, row, toColumns(media));
  });
}

/** Throws ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_RUNNING. */
export async function deleteCampaign(scope: Scope, { campaignId }: { campaignId: number }): Promise<void> {
  requireCan(scope, canManageCampaigns);
  await scope.write(async (tx) => {
    const row = await requireCampaign(tx, campaignId);
    if (row.status === 'EM_ANDAMENTO') throw new AppError('ERR_CAMPAIGN_RUNNING');
    await auditGone(tx, 'campaign.deleted', campaigns, campaignId);
    await deleteInParts(tx, campaigns, campaignId);
    removeMediaAfter(tx, row.mediaPath === null ? [] : [row.mediaPath]);
    tx.emit('campaign.deleted', { campaignId });
  });
}

/** The copy gets its own name and waits for a manual start. Throws ERR_NO_CAMPAIGN_FOUND, ERR_LIMIT_REACHED. */
export async function duplicateCampaign(
  scope: Scope,
  { campaignId }: { campaignId: number },
): Promise<CampaignView> {
  requireCan(scope, canManageCampaigns);
  const { id: userId } = requireUser(scope);
  const plan = await getPlanOf(scope.kernel, scope.companyId);
  return scope.write(async (tx) => {
    requirePlanCapacity(plan, 'campaigns', await countUnfinished(tx));
    const { id: _id, ...row } = await requireCampaign(tx, campaignId);
    const copy = row.mediaPath ? await tx.kernel.storage.copy(tx.companyId, row.mediaPath) : undefined;
    const { messages, confirmationMessages, confirmation, connectionId, contactListId, tagId, fileListId } =
      row;
    const added = await tx.db
      .insert(campaigns)
      .values({
        ...{ messages, confirmationMessages, confirmation, connectionId, contactListId, tagId, fileListId },
        name: tx.t('campaigns:copyOf', { name: row.name }).slice(0, 60),
        userId,
        ...(copy && { mediaPath: copy.key, mediaName: row.mediaName, mediaMime: row.mediaMime }),
        ...(row.stoppedFor === 'file_list_deleted' && { stoppedFor: row.stoppedFor }),
        createdAt: tx.now(),
        updatedAt: tx.now(),
      })
      .returning({ id: campaigns.id })
      .then(insertedRow);
    await auditNew(tx, 'campaign.created', campaigns, added.id);
    tx.emit('campaign.created', { campaignId: added.id });
    return getCampaign(tx, added.id);
  });
}

async function mayChangeFile(tx: Scope, row: CampaignRow): Promise<boolean> {
  if (row.status !== 'EM_ANDAMENTO')
    return row.status === 'PROGRAMADA' || isEditable(row, tx.now()) || mayReplaceFiles(row);
  const begun = await tx.db
    .select({ id: campaignShippings.id })
    .from(campaignShippings)
    .where(
      and(
        eq(campaignShippings.campaignId, row.id),
        inArray(campaignShippings.state, [
          'asking',
          'asked',
          'confirmed',
          'declined',
          'sending',
          'delivered',
          'failed',
        ]),
      ),
    )
    .limit(1);
  return begun.length === 0;
}

/** A newly chosen tag becomes a list of the contacts that have it now (contract: http §9). */
async function listOfTag(
  scope: Scope,
  { name, tagListId }: CampaignInput,
  before: number | null,
): Promise<{ contactListId?: number }> {
  if (tagListId === undefined || tagListId === null || tagListId === before) return {};
  const title = `${cutAt(name, 20)} | TAG: ${tagListId} - ${scope.now().toISOString()}`;
  const filling = { source: 'tag', tagId: tagListId } as const;
  const { list } = await createFilledList(scope, { name: title, filling }).catch((error: unknown) => {
    const isGone = error instanceof AppError && error.code === 'ERR_NO_TAG_FOUND';
    throw isGone ? new InvalidInput({ tagListId: 'validation:invalid' }) : error;
  });
  return { contactListId: list.id };
}

async function takeRepeated(
  tx: Scope,
  campaignId: number,
  { media, startsNow }: Pick<Saved, 'media' | 'startsNow'>,
): Promise<CampaignView> {
  if (media) await setCampaignMedia(tx, { campaignId, media });
  const { status } = await requireCampaign(tx, campaignId);
  if (startsNow && status === 'INATIVA') await startCampaign(tx, { campaignId });
  return getCampaign(tx, campaignId);
}

async function valuesOf(tx: Scope, input: Saved, known: CampaignRow | undefined) {
  const { confirmation, whatsappId, contactListId, tagListId } = input;
  await requireParts(tx, { whatsappId, contactListId, tagListId });
  return {
    ...textsOf(input, known),
    ...(confirmation !== undefined && { confirmation }),
    ...(whatsappId !== undefined && { connectionId: whatsappId }),
    ...(contactListId !== undefined && { contactListId }),
    ...(tagListId !== undefined && { tagId: tagListId }),
    ...(await filesOf(tx, input, known)),
  };
}

async function filesOf(tx: Scope, { fileListId, media, dropsList }: Files, known: CampaignRow | undefined) {
  await requireParts(tx, { fileListId });
  const isChosen = known?.stoppedFor === 'file_list_deleted' && (Boolean(fileListId) || dropsList);
  return {
    ...(fileListId !== undefined && { fileListId }),
    ...(isChosen && { stoppedFor: null }),
    ...(media !== undefined && toColumns(media)),
  };
}

async function change(tx: Scope, row: CampaignRow, values: Partial<CampaignRow>): Promise<void> {
  const audited = await auditChange(tx, 'campaign.changed', campaigns, row.id);
  await tx.db
    .update(campaigns)
    .set({ ...values, updatedAt: tx.now() })
    .where(eq(campaigns.id, row.id));
  await audited();
  if (values.mediaPath !== undefined && row.mediaPath !== null) removeMediaAfter(tx, [row.mediaPath]);
  tx.emit('campaign.updated', { campaignId: row.id });
}

function toColumns(media: CampaignMedia | null) {
  return {
    mediaPath: media?.key ?? null,
    mediaName: media?.name ?? null,
    mediaMime: media?.mime ?? null,
  };
}
