import { z } from 'zod';
import { idOrNone, lines, yesOrNo } from '../../schemas/form.schema.ts';
import { listFilter, searchParam } from '../../schemas/list-filter.schema.ts';
import { phoneNumber } from '../contacts/contacts.schema.ts';
import { MAX_MEDIA_BYTES } from '../messages/message-limits.schema.ts';
import { WRITTEN_MOMENT } from '../schedules/schedules.schema.ts';

export const CAMPAIGN_STATUSES = [
  'INATIVA',
  'PROGRAMADA',
  'EM_ANDAMENTO',
  'CANCELADA',
  'FINALIZADA',
] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/**
 * waiting → sending → delivered, or failed · with a question: waiting → asking → asked → confirmed → sending → …, or
 * declined · skipped: not on WhatsApp, opted out, blocked.
 */
export const SHIPPING_STATES = [
  'waiting',
  'asking',
  'asked',
  'confirmed',
  'sending',
  'delivered',
  'failed',
  'declined',
  'skipped',
] as const;
export type ShippingState = (typeof SHIPPING_STATES)[number];
export const LEFT_OUT: readonly ShippingState[] = ['skipped', 'declined'];

const STOPS = [
  'restricted',
  'banned',
  'logged_out',
  'refusals',
  'no_connection',
  'no_list',
  'no_text',
  'no_file',
  'file_list_deleted',
  'not_in_plan',
  'restored',
  'trouble',
] as const;
export type Stop = (typeof STOPS)[number];

export const CAMPAIGNS_PER_PAGE = 20;
export const CAMPAIGN_TEXTS = [1, 2, 3, 4, 5] as const;
export const MAX_CAMPAIGN_NAME = 50;
export const MAX_CAMPAIGN_TEXT = 4096;
export const CAMPAIGN_MEDIA = { field: 'file', maxBytes: MAX_MEDIA_BYTES, maxFiles: 1 };

/** A scheduled campaign can no longer be changed this close to its start (spec part 2 §4). */
export const EDITABLE_AHEAD_MS = 3_600_000;

const text = z
  .preprocess((value) => value ?? '', lines(MAX_CAMPAIGN_TEXT))
  .transform((value) => value.replaceAll('\0', '\ufffd'))
  .optional();

const whenTyped = z
  .preprocess(
    (value) => (value === '' ? null : value),
    z.string('validation:invalid').regex(WRITTEN_MOMENT, 'validation:invalid').nullable(),
  )
  .optional();

/** Clients send the select's label for none. */
export const idOrText = z.preprocess((value) => {
  const isKeyword = typeof value === 'string' && !/^\d+$/.test(value);
  return isKeyword ? null : value;
}, idOrNone);

export const campaignTexts = <F extends z.ZodType>(field: F) => ({
  message1: field,
  message2: field,
  message3: field,
  message4: field,
  message5: field,
  confirmationMessage1: field,
  confirmationMessage2: field,
  confirmationMessage3: field,
  confirmationMessage4: field,
  confirmationMessage5: field,
});
export type CampaignTexts = { [K in keyof ReturnType<typeof campaignTexts>]?: string };

/** Omitted fields stay unchanged. */
export const CampaignInput = z.object({
  name: z
    .string('validation:required')
    .trim()
    .min(1, 'validation:required')
    .min(2, 'validation:tooShort')
    .max(MAX_CAMPAIGN_NAME, 'validation:tooLong'),
  ...campaignTexts(text),
  confirmation: z.preprocess((value) => value ?? undefined, yesOrNo),
  scheduledAt: whenTyped,
  whatsappId: idOrText,
  contactListId: idOrText,
  tagListId: idOrText,
  fileListId: idOrText,
});
export type CampaignInput = z.infer<typeof CampaignInput>;

export const CampaignFilter = z.object(listFilter);
export type CampaignFilter = z.infer<typeof CampaignFilter>;

const testNumber = phoneNumber.optional().catch(undefined);

export const CampaignTest = z.object({
  ...campaignTexts(text),
  whatsappId: idOrText,
  ...{ testNumber1: testNumber, testNumber2: testNumber, testNumber3: testNumber },
  ...{ testNumber4: testNumber, testNumber5: testNumber },
});
export type CampaignTest = z.infer<typeof CampaignTest>;

/** Figures of the report that several states, or none, make up. */
export const REPORT_FIGURES = ['valid', 'requested', 'agreed', 'replied'] as const;
const SHOWN_STATES = ['', ...SHIPPING_STATES, ...REPORT_FIGURES] as const;
export const ShippingFilter = z.object({
  searchParam,
  state: z.enum(SHOWN_STATES).catch('').default(''),
  rows: listFilter.rows,
  pageNumber: listFilter.pageNumber,
  after: listFilter.after,
});
export type ShippingFilter = z.infer<typeof ShippingFilter>;
