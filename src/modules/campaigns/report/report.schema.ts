import type { CampaignStatus, ShippingState } from '../campaigns.schema.ts';

export type Progress = {
  campaignId: number;
  status: CampaignStatus;
  /** Everybody a message may go to: `total` without `skipped` and `declined`. Clients count the same in the campaign's call. */
  valid: number;
  total: number;
  waiting: number;
  requested: number;
  confirmed: number;
  delivered: number;
  failed: number;
  /** Said no to the question. */
  declined: number;
  skipped: number;
  replied: number;
  newContacts: number;
  /** 0 to 100; of those that are done. */
  percent: number;
};

export type ReportContact = {
  id: number;
  name: string;
  number: string;
  state: ShippingState;
  /** Key under `campaigns:reason.*`, or an error's code. */
  reason: string | null;
  at: string | null;
  hasReplied: boolean;
};

/** What went out and what came back in one stretch of time. */
export type Stretch = { at: string; sends: number; replies: number };

/** How the number does today. */
export type Meter = { sent: number; cap: number; replies: number; newContacts: number };

export type ReportContactPage = { records: ReportContact[]; count: number; hasMore: boolean };
