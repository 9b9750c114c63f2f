import { z } from 'zod';
import { yesOrNo } from '../../../schemas/form.schema.ts';
import { CampaignInput, idOrText } from '../campaigns.schema.ts';

export const CAMPAIGN_STEPS = ['people', 'message', 'when', 'summary'] as const;
export const CAMPAIGN_SOURCES = ['list', 'tag'] as const;
export const CAMPAIGN_STARTS = ['now', 'date', 'later'] as const;

const source = z.enum(CAMPAIGN_SOURCES).optional().catch(undefined);
const start = z.enum(CAMPAIGN_STARTS).optional().catch(undefined);
const day = z.string().max(10).optional();
const time = z.string().max(5).optional();

/** Day and time come separately; the fields that cannot be changed are not sent. */
export const CampaignForm = CampaignInput.omit({ scheduledAt: true })
  .extend({ source, start, day, time, removeMedia: yesOrNo, step: z.string().max(20).optional() })
  .superRefine((form, context) => {
    if (form.start === 'date' && !form.day)
      context.addIssue({ code: 'custom', path: ['day'], message: 'validation:required' });
  });
export type CampaignForm = z.infer<typeof CampaignForm>;

export function readCampaignForm({
  day,
  time,
  source,
  start,
  removeMedia: _file,
  step: _step,
  ...form
}: CampaignForm): CampaignInput {
  return { ...form, ...peopleOf(source, form), ...momentOf(start, day, time) };
}

/** A tag's list is made when the tag is chosen, and stays while the tag does. */
function peopleOf(
  source: CampaignForm['source'],
  { tagListId }: Pick<CampaignForm, 'tagListId'>,
): Pick<CampaignInput, 'tagListId' | 'contactListId'> {
  if (source === undefined) return {};
  if (source === 'list') return { tagListId: null };
  return { contactListId: tagListId ? undefined : null };
}

/** A day without a time means its start. */
function momentOf(start: CampaignForm['start'], day: string | undefined, time: string | undefined) {
  if (start === 'now' || start === 'later') return { scheduledAt: null };
  if (day === undefined) return {};
  return { scheduledAt: day === '' ? null : `${day} ${time || '00:00'}` };
}

const idOrNothing = idOrText.catch(null);

/** The fields that change who gets it, through which line and when: the form asks for them while it is filled in. */
export const PlanFilter = z.object({
  campaignId: idOrNothing,
  whatsappId: idOrNothing,
  contactListId: idOrNothing,
  tagListId: idOrNothing,
  fileListId: idOrNothing,
  confirmation: yesOrNo.catch(false),
  source,
  start,
  day: day.catch(''),
  time: time.catch(''),
});
export type PlanFilter = z.infer<typeof PlanFilter>;
