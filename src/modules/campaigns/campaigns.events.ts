import type { Listener } from '@/kernel/bus.ts';
import { type ContractNames, companyEvent } from '@/kernel/live/contract-events.ts';
import { tellToast } from '@/kernel/live/tell-toast.ts';
import type { Kernel, Scope } from '@/kernel/scope.ts';
import { createThrottle, type Throttle } from '@/kernel/throttle.ts';
import { canManageCampaigns } from './campaigns.policy.ts';
import { findCampaignRow } from './campaigns.queries.ts';
import type { Stop } from './campaigns.schema.ts';
import { progressOf } from './report/progress.queries.ts';
import { getWholeCampaign } from './whole-campaign.queries.ts';

export interface CampaignEvents {
  'campaign.created': { campaignId: number };
  'campaign.updated': { campaignId: number };
  'campaign.deleted': { campaignId: number };
  /** One of its messages was sent, failed or answered. */
  'campaign.moved': { campaignId: number; byCustomer?: true };
  /** By the desk itself. */
  'campaign.stopped': { campaignId: number; reason: Stop };
}
declare module '@/kernel/bus.ts' {
  interface EventMap extends CampaignEvents {}
}

declare module '@/kernel/scope.ts' {
  interface Services {
    /** How often what moves in a campaign is told. */
    campaignNews: { counts: Throttle; records: Throttle };
  }
}

export const createNews = ({ ticks }: Kernel) => ({
  counts: createThrottle(ticks, { tries: 1, perSeconds: 2 }),
  records: createThrottle(ticks, { tries: 1, perSeconds: 10 }),
});

export const tellCreated: Listener<'campaign.created'> = (scope, { campaignId }) =>
  tellChange(scope, 'create', campaignId);

export const tellUpdated: Listener<'campaign.updated'> = async (scope, { campaignId }) => {
  await tellChange(scope, 'update', campaignId);
  await tellCounts(scope, campaignId);
};

export const tellDeleted: Listener<'campaign.deleted'> = (scope, { campaignId }) =>
  tell(scope, 'campaign', { action: 'delete', id: campaignId });

/** The counts of a larger one go only to our own report: records hold everybody on the list. */
const MOST_IN_RECORDS = 2_000;

export const tellMoved: Listener<'campaign.moved'> = async (scope, { campaignId, byCustomer }) => {
  if (!isHeard(scope)) return;
  const { counts, records } = scope.kernel.services.campaignNews;
  const key = `${scope.companyId}/${campaignId}`;
  // The next message, or the end, tells of what is left out here; after a customer's word nothing may follow.
  if (!counts.tryTake(key) && !byCustomer) return;
  const total = await tellCounts(scope, campaignId);
  if (total <= MOST_IN_RECORDS && records.tryTake(key)) await tellRecord(scope, 'update', campaignId);
};

/** On whatever page is open: nobody may be looking at campaigns. */
export const tellStopped: Listener<'campaign.stopped'> = async (scope, { campaignId }) => {
  const row = await findCampaignRow(scope, campaignId);
  if (!row) return;
  tellToast(scope.kernel, scope.companyId, {
    level: 'warning',
    key: 'campaigns:stoppedNotice',
    vars: { name: row.name },
    canHear: (actor) => canManageCampaigns(actor),
  });
};

/** Existing clients read whole records; our pages ask for what they show. */
export const campaignContract: ContractNames = {
  campaign: (companyId, data) => (isOurs(data) ? [] : [companyEvent(companyId, 'campaign', data)]),
  campaignProgress: () => [],
};

const isOurs = (data: unknown) => typeof data === 'object' && data !== null && 'campaignId' in data;

async function tellChange(scope: Scope, action: 'create' | 'update', campaignId: number): Promise<void> {
  if (!isHeard(scope)) return;
  tell(scope, 'campaign', { action, campaignId });
  await tellRecord(scope, action, campaignId);
}

async function tellCounts(scope: Scope, campaignId: number): Promise<number> {
  const row = isHeard(scope) ? await findCampaignRow(scope, campaignId) : undefined;
  if (!row) return 0;
  const progress = await progressOf(scope, row);
  tell(scope, 'campaignProgress', progress);
  return progress.total;
}

async function tellRecord(scope: Scope, action: 'create' | 'update', campaignId: number): Promise<void> {
  if (!(await findCampaignRow(scope, campaignId))) return;
  const record = await getWholeCampaign(scope, campaignId);
  tell(scope, 'campaign', { action, record }, true);
}

function isHeard({ kernel, companyId }: Scope): boolean {
  return [...kernel.hub.socketsOf(companyId)].some(({ actor }) => canManageCampaigns(actor));
}

function tell(scope: Scope, channel: string, data: unknown, contractOnly?: boolean): void {
  const canHear = (actor: Parameters<typeof canManageCampaigns>[0]) => canManageCampaigns(actor);
  scope.kernel.hub.deliver(scope.companyId, {
    channel,
    data,
    canHear,
    ...(contractOnly && { contractOnly }),
  });
}
