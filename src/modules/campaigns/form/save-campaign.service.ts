import { InvalidInput } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { unknownIn } from '@/modules/messages/write/refuse-unknown-variables.schema.ts';
import { canManageCampaigns } from '../campaigns.policy.ts';
import { getCampaign } from '../campaigns.queries.ts';
import { CAMPAIGN_TEXTS } from '../campaigns.schema.ts';
import { type CampaignMedia, createCampaign, updateCampaign } from '../campaigns.service.ts';
import { campaignSettings } from '../settings/campaign-settings.queries.ts';
import { type CampaignForm, readCampaignForm } from './campaign-form.schema.ts';
import { requireStartable } from './planned-form.queries.ts';

/** Without `campaignId` a new one; it also starts when the form says so. Throws InvalidInput, as `updateCampaign`. */
export async function saveCampaignForm(
  scope: Scope,
  { campaignId, form, media: sent }: { campaignId?: number; form: CampaignForm; media?: CampaignMedia },
): Promise<void> {
  requireCan(scope, canManageCampaigns);
  await requireKnownVariables(scope, form);
  const known = campaignId === undefined ? null : await getCampaign(scope, campaignId);
  const media = sent ?? (form.removeMedia ? null : undefined);
  const hasMedia = media === undefined ? Boolean(known?.mediaName) : media !== null;
  await requireStartable(scope, form, { known, hasMedia });
  const dropsList = form.fileListId === null;
  const input = { ...readCampaignForm(form), media, dropsList, startsNow: form.start === 'now' };
  if (known) await updateCampaign(scope, { ...input, campaignId: known.id });
  else await createCampaign(scope, input);
}

async function requireKnownVariables(scope: Scope, form: CampaignForm): Promise<void> {
  const { variables } = await campaignSettings(scope);
  const own = variables.map(({ key }) => key);
  const kinds = form.confirmation ? ['message', 'confirmationMessage'] : ['message'];
  const fields = kinds.flatMap((kind) => CAMPAIGN_TEXTS.map((number) => `${kind}${number}`));
  const wrong = unknownIn(form, fields, own);
  if (Object.keys(wrong).length > 0) throw new InvalidInput(wrong);
}
