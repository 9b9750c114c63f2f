import { InvalidInput } from '@/core/errors.ts';
import type { Scope } from '@/core/scope.ts';
import { zonedTime } from '@/core/zoned-time.ts';
import { getCampaign } from '../campaigns.queries.ts';
import { CAMPAIGN_TEXTS } from '../campaigns.schema.ts';
import type { CampaignView } from '../campaigns.views.ts';
import type { AudienceSource } from '../engine/left-out.queries.ts';
import type { CampaignForm, PlanFilter } from './campaign-form.schema.ts';
import { planSending, type SendingPlan } from './sending-plan.queries.ts';

type Fields = Omit<PlanFilter, 'campaignId'>;

export function planOfForm(scope: Scope, form: Fields, known: CampaignView | null): Promise<SendingPlan> {
  const { whatsappId, fileListId, confirmation = false, start = 'later', day, time } = form;
  const startsAt = start === 'date' && day ? zonedTime(day, time || '00:00', scope.timeZone) : null;
  return planSending(scope, {
    ...{
      id: known?.id ?? null,
      source: sourceOf(form, known),
      connectionId: whatsappId,
      fileListId,
      confirmation,
      start,
    },
    startsAt: startsAt && Number.isNaN(startsAt.getTime()) ? null : startsAt,
  });
}

/** A tag that stays keeps the list that was made of it. */
function sourceOf(
  { source, tagListId, contactListId }: Fields,
  known: CampaignView | null,
): AudienceSource | null {
  if (source === 'tag' && tagListId !== known?.tagListId) return tagListId ? { tagId: tagListId } : null;
  const listId = source === 'tag' ? known?.contactListId : contactListId;
  return listId ? { listId } : null;
}

/** A start now or at a time needs people, a line and content. Throws InvalidInput. */
export async function requireStartable(
  scope: Scope,
  form: CampaignForm,
  { known, hasMedia }: { known: CampaignView | null; hasMedia: boolean },
): Promise<void> {
  if (form.start !== 'now' && form.start !== 'date') return;
  const wrong: Record<string, string> = {};
  const { missing, audience } = await planOfForm(scope, form, known);
  const people = form.source === 'tag' ? 'tagListId' : 'contactListId';
  if (missing === 'list') wrong[people] = `campaigns:start.missing.${form.source ?? 'list'}`;
  // Until the date, the numbers of the list may still be checked.
  if (missing === 'people' && form.start === 'now')
    wrong[people] = `campaigns:start.missing.people?${new URLSearchParams({ list: audience?.name ?? '' })}`;
  if (missing === 'line') wrong.whatsappId = 'campaigns:start.missing.line';
  const hasText = CAMPAIGN_TEXTS.some((number) => form[`message${number}`]?.trim());
  if (!hasText && !hasMedia && !form.fileListId) wrong.message1 = 'campaigns:start.missing.text';
  if (Object.keys(wrong).length > 0) throw new InvalidInput(wrong);
}

export type StartQuestion = { id: number; name: string; plan: SendingPlan };

/** Before it starts now, whatever its date. Throws ERR_NO_CAMPAIGN_FOUND. */
export async function startOf(scope: Scope, campaignId: number): Promise<StartQuestion> {
  const campaign = await getCampaign(scope, campaignId);
  const { id, name, contactListId, whatsappId, fileListId, confirmation } = campaign;
  const plan = await planSending(scope, {
    ...{ source: contactListId ? { listId: contactListId } : null, connectionId: whatsappId, fileListId },
    ...{ id, confirmation, start: 'now', startsAt: null },
  });
  return { id, name, plan };
}
