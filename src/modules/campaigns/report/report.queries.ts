import { campaignMinutes, campaignShippings as rows } from '@db/tenant/schema/index.ts';
import { and, asc, eq, gt, isNotNull, notInArray, or, type SQL } from 'drizzle-orm';
import { cutPage, sizeOf } from '@/core/db/paging.ts';
import { containsText } from '@/core/db/search.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { canManageCampaigns } from '../campaigns.policy.ts';
import { type CampaignRow, requireCampaign } from '../campaigns.queries.ts';
import { LEFT_OUT, type ShippingFilter } from '../campaigns.schema.ts';
import { nextOf } from '../engine/next-recipient.queries.ts';
import { obstacleOf, type Waits } from '../engine/obstacles.queries.ts';
import { statusOf } from '../engine/sending-counters.service.ts';
import { countShippings, progressOf } from './progress.queries.ts';
import type { Meter, Progress, ReportContactPage, Stretch } from './report.schema.ts';

const PER_PAGE = 20;
const STRETCHES = 40;
const MINUTE_MS = 60_000;

export type Report = {
  progress: Progress;
  startedAt: string | null;
  /** Why nothing is sent at the moment; null while it is not running, or is about to send. */
  waits: Waits | null;
  meter: Meter | null;
  stretches: Stretch[];
};

export async function getReport(scope: Scope, campaignId: number): Promise<Report> {
  requireCan(scope, canManageCampaigns);
  const campaign = await requireCampaign(scope, campaignId);
  return {
    progress: await progressOf(scope, campaign),
    startedAt: campaign.startedAt?.toISOString() ?? null,
    waits: await waitsOf(scope, campaign),
    meter: campaign.connectionId === null ? null : await statusOf(scope, campaign.connectionId),
    stretches: await stretchesOf(scope, campaignId),
  };
}

/** In the list's order. Throws ERR_NO_CAMPAIGN_FOUND. */
export async function listReportContacts(
  scope: Scope,
  { campaignId, ...filter }: ShippingFilter & { campaignId: number },
): Promise<ReportContactPage> {
  requireCan(scope, canManageCampaigns);
  await requireCampaign(scope, campaignId);
  const where = and(eq(rows.campaignId, campaignId), inState(filter.state), matching(filter.searchParam));
  const size = sizeOf(filter, PER_PAGE);
  const found = await scope.slowDb
    .select()
    .from(rows)
    .where(and(where, filter.after ? gt(rows.id, filter.after) : undefined))
    .orderBy(asc(rows.id))
    .limit(size + 1);
  const page = cutPage(found, size);
  const total = filter.searchParam
    ? await scope.slowDb.$count(rows, where)
    : await countShippings(scope, { campaignId, state: filter.state });
  const records = page.rows.map((row) => ({
    ...{ id: row.id, name: row.name, number: row.number, state: row.state, reason: row.reason },
    at: (row.deliveredAt ?? row.confirmationRequestedAt)?.toISOString() ?? null,
    hasReplied: row.repliedAt !== null,
  }));
  return { records, count: total, hasMore: page.hasMore };
}

function inState(state: ShippingFilter['state']): SQL | undefined {
  switch (state) {
    case '':
      return undefined;
    case 'valid':
      return notInArray(rows.state, [...LEFT_OUT]);
    case 'requested':
      return isNotNull(rows.confirmationRequestedAt);
    case 'agreed':
      return isNotNull(rows.confirmedAt);
    case 'replied':
      return isNotNull(rows.repliedAt);
    default:
      return eq(rows.state, state);
  }
}

function matching(text: string): SQL | undefined {
  if (text === '') return undefined;
  return containsText(text, rows.name, rows.number);
}

async function waitsOf(scope: Scope, campaign: CampaignRow): Promise<Waits | null> {
  if (campaign.status !== 'EM_ANDAMENTO' || campaign.preparedAt === null) return null;
  const next = await nextOf(scope, campaign.id);
  const obstacle = next && (await obstacleOf(scope, campaign, next));
  return obstacle && 'wait' in obstacle ? obstacle.wait : null;
}

/** Equal intervals between the first and the last minute; none before anything was sent. */
async function stretchesOf(scope: Scope, campaignId: number): Promise<Stretch[]> {
  const minutes = await scope.db
    .select({
      minute: campaignMinutes.minute,
      sends: campaignMinutes.sends,
      replies: campaignMinutes.replies,
    })
    .from(campaignMinutes)
    .where(
      and(
        eq(campaignMinutes.campaignId, campaignId),
        or(gt(campaignMinutes.sends, 0), gt(campaignMinutes.replies, 0)),
      ),
    )
    .orderBy(asc(campaignMinutes.minute));
  const first = minutes.find(({ sends }) => sends > 0)?.minute;
  const last = minutes.at(-1)?.minute;
  if (first === undefined || last === undefined) return [];
  const width = Math.max(1, Math.ceil((last + 1 - first) / STRETCHES));
  const stretches = Array.from({ length: Math.ceil((last + 1 - first) / width) }, (_, index) => ({
    at: new Date((first + index * width) * MINUTE_MS).toISOString(),
    sends: 0,
    replies: 0,
  }));
  for (const { minute, sends, replies } of minutes) {
    const stretch = stretches[Math.floor((minute - first) / width)];
    if (!stretch) continue;
    stretch.sends += sends;
    stretch.replies += replies;
  }
  return stretches;
}
