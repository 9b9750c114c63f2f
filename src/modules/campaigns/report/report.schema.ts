import type { CampaignStatus } from '../campaigns.schema.ts';

export type Progress = {
  campaignId: number;
  status: CampaignStatus;
  /** Everybody a message may go to: neither skipped nor left out. */
  valid: number;
  total: number;
  waiting: number;
  requested: number;
  confirmed: number;
  delivered: number;
  failed: number;
  skipped: number;
  replied: number;
  newContacts: number;
  /** 0 to 100; of those that are done. */
  percent: number;
};
