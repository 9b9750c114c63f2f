import { z } from 'zod';
import { id, stamps } from '../../../fields.schema.ts';
import type { AnswerSettings, CampaignVariable } from './campaign-settings.schema.ts';

/** `value` is JSON text: clients parse each. */
export const CampaignSetting = z
  .strictObject({ id, key: z.string(), value: z.string(), companyId: id, ...stamps })
  .meta({ id: 'CampaignSetting' });
export type CampaignSettingView = z.infer<typeof CampaignSetting>;

export type CampaignSettingsView = {
  /** Seconds between two messages. */
  messageInterval: number;
  /** After so many messages comes one longer pause; 0 for never. */
  longerIntervalAfter: number;
  /** Seconds. */
  greaterInterval: number;
  variables: CampaignVariable[];
  /** What counts as a yes, and as a no, to a question. */
  answers: AnswerSettings;
  optOut: { keywords: string[]; reply: string };
};
