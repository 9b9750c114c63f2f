import type { CampaignStatus, ShippingState } from '../campaigns.schema.ts';

export type Progress = {
  campaignId: number;
  status: CampaignStatus;
  /** `total` without `skipped` and `declined`. Clients compute the same from the campaign endpoint. */
  valid: number;
  total: number;
  waiting: number;
  requested: number;
  confirmed: number;
  delivered: number;
  failed: number;
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
  /** Key under `campaigns:reason.*`, or an error code. */
  reason: string | null;
  at: string | null;
  hasReplied: boolean;
};

export type Stretch = { at: string; sends: number; replies: number };

export type Meter = { sent: number; cap: number; replies: number; newContacts: number };

export type ReportContactPage = { records: ReportContact[]; count: number; hasMore: boolean };
