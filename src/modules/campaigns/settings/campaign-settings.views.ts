import { z } from 'zod';
import { id, stamps } from '../../../schemas/reply-fields.schema.ts';
import type { AnswerSettings, CampaignVariable } from './campaign-settings.schema.ts';

/** `value` is JSON text: clients parse each. */
export const CampaignSetting = z
  .strictObject({ id, key: z.string(), value: z.string(), companyId: id, ...stamps })
  .meta({ id: 'CampaignSetting' });
export type CampaignSettingView = z.infer<typeof CampaignSetting>;

export type CampaignSettingsView = {
  messageInterval: number;
  /** A longer pause follows this many messages; 0 for never. */
  longerIntervalAfter: number;
  /** Seconds. */
  greaterInterval: number;
  variables: CampaignVariable[];
  answers: AnswerSettings;
  optOut: { keywords: string[]; reply: string };
};
