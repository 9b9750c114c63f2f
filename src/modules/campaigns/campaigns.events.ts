import type { Listener } from '@/core/events.ts';
import { type ContractNames, companyEvent } from '@/core/realtime/contract-events.ts';
import { publishToast } from '@/core/realtime/publish-toast.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import { createThrottle, type Throttle } from '@/core/security/throttle.ts';
import { canManageCampaigns } from './campaigns.policy.ts';
import { findCampaignRow } from './campaigns.queries.ts';
import type { Stop } from './campaigns.schema.ts';
import { progressOf } from './report/progress.queries.ts';
import { getWholeCampaign } from './whole-campaign.queries.ts';

export interface CampaignEvents {
  'campaign.created': { campaignId: number };
  'campaign.updated': { campaignId: number };
  'campaign.deleted': { campaignId: number };
  'campaign.moved': { campaignId: number; byCustomer?: true };
  'campaign.stopped': { campaignId: number; reason: Stop };
}
declare module '@/core/events.ts' {
  interface EventMap extends CampaignEvents {}
}

declare module '@/core/scope.ts' {
  interface Services {
    campaignNews: { counts: Throttle; records: Throttle };
  }
}

export const createNews = ({ ticks }: Kernel) => ({
  counts: createThrottle(ticks, { tries: 1, perSeconds: 2 }),
  records: createThrottle(ticks, { tries: 1, perSeconds: 10 }),
});

export const publishCreated: Listener<'campaign.created'> = (scope, { campaignId }) =>
  publishChange(scope, 'create', campaignId);

export const publishUpdated: Listener<'campaign.updated'> = async (scope, { campaignId }) => {
  await publishChange(scope, 'update', campaignId);
  await publishCounts(scope, campaignId);
};

export const publishDeleted: Listener<'campaign.deleted'> = (scope, { campaignId }) =>
  publish(scope, 'campaign', { action: 'delete', id: campaignId });

/** Larger campaigns publish counts to our own report only: records contain everybody on the list. */
const MAX_IN_RECORDS = 2_000;

export const onTicketMoved: Listener<'campaign.moved'> = async (scope, { campaignId, byCustomer }) => {
  if (!hasSubscribers(scope)) return;
  const { counts, records } = scope.kernel.services.campaignNews;
  const key = `${scope.companyId}/${campaignId}`;
  // The next message, or the end, publishes what is skipped; after a customer's message there may be none.
  if (!counts.tryTake(key) && !byCustomer) return;
  const total = await publishCounts(scope, campaignId);
  if (total <= MAX_IN_RECORDS && records.tryTake(key)) await publishRecord(scope, 'update', campaignId);
};

/** Shown on every page: the campaigns page may not be open. */
export const publishStopped: Listener<'campaign.stopped'> = async (scope, { campaignId }) => {
  const row = await findCampaignRow(scope, campaignId);
  if (!row) return;
  publishToast(scope.kernel, scope.companyId, {
    level: 'warning',
    key: 'campaigns:stoppedNotice',
    vars: { name: row.name },
    canReceive: (actor) => canManageCampaigns(actor),
  });
};

/** Existing clients read whole records; our pages ask for what they show. */
export const campaignContract: ContractNames = {
  campaign: (companyId, data) => (isOurs(data) ? [] : [companyEvent(companyId, 'campaign', data)]),
  campaignProgress: () => [],
};

const isOurs = (data: unknown) => typeof data === 'object' && data !== null && 'campaignId' in data;

async function publishChange(scope: Scope, action: 'create' | 'update', campaignId: number): Promise<void> {
  if (!hasSubscribers(scope)) return;
  publish(scope, 'campaign', { action, campaignId });
  await publishRecord(scope, action, campaignId);
}

async function publishCounts(scope: Scope, campaignId: number): Promise<number> {
  const row = hasSubscribers(scope) ? await findCampaignRow(scope, campaignId) : undefined;
  if (!row) return 0;
  const progress = await progressOf(scope, row);
  publish(scope, 'campaignProgress', progress);
  return progress.total;
}

async function publishRecord(scope: Scope, action: 'create' | 'update', campaignId: number): Promise<void> {
  if (!(await findCampaignRow(scope, campaignId))) return;
  const record = await getWholeCampaign(scope, campaignId);
  publish(scope, 'campaign', { action, record }, true);
}

function hasSubscribers({ kernel, companyId }: Scope): boolean {
  return [...kernel.hub.socketsOf(companyId)].some(({ actor }) => canManageCampaigns(actor));
}

function publish(scope: Scope, channel: string, data: unknown, contractOnly?: boolean): void {
  const canReceive = (actor: Parameters<typeof canManageCampaigns>[0]) => canManageCampaigns(actor);
  scope.kernel.hub.deliver(scope.companyId, {
    channel,
    data,
    canReceive,
    ...(contractOnly && { contractOnly }),
  });
}
