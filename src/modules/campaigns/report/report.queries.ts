import { campaignShippings as rows } from '@db/tenant/schema/index.ts';
import { and, asc, count, eq, gt, isNotNull, type SQL, sql } from 'drizzle-orm';
import { cutPage, sizeOf } from '@/core/db/paging.ts';
import { containingAsTyped } from '@/core/db/search.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { canManageCampaigns } from '../campaigns.policy.ts';
import { type CampaignRow, requireCampaign } from '../campaigns.queries.ts';
import type { ShippingFilter } from '../campaigns.schema.ts';
import { nextOf } from '../engine/next-recipient.queries.ts';
import { obstacleOf, type Waits } from '../engine/obstacles.queries.ts';
import { statusOf } from '../engine/sending-counters.service.ts';
import { progressOf } from './progress.queries.ts';
import type { Meter, Progress, ReportContactPage, Stretch } from './report.schema.ts';

const PER_PAGE = 20;
const STRETCHES = 40;

export type Report = {
  progress: Progress;
  startedAt: string | null;
  /** Why nothing is sent at the moment; null while it is not running, or is about to send. */
  waits: Waits | null;
  meter: Meter | null;
  stretches: Stretch[];
};

/** Throws ERR_NO_CAMPAIGN_FOUND. */
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
  const [total] = await scope.slowDb.select({ n: count() }).from(rows).where(where);
  const records = page.rows.map((row) => ({
    ...{ id: row.id, name: row.name, number: row.number, state: row.state, reason: row.reason },
    at: (row.deliveredAt ?? row.confirmationRequestedAt)?.toISOString() ?? null,
    hasReplied: row.repliedAt !== null,
  }));
  return { records, count: total?.n ?? 0, hasMore: page.hasMore };
}

function inState(state: ShippingFilter['state']): SQL | undefined {
  if (state === '') return undefined;
  return state === 'replied' ? isNotNull(rows.repliedAt) : eq(rows.state, state);
}

function matching(text: string): SQL | undefined {
  if (text === '') return undefined;
  const pattern = containingAsTyped(text);
  return sql`(lower(${rows.name}) LIKE ${pattern} ESCAPE '\\' or ${rows.number} LIKE ${pattern} ESCAPE '\\')`;
}

async function waitsOf(scope: Scope, campaign: CampaignRow): Promise<Waits | null> {
  if (campaign.status !== 'EM_ANDAMENTO' || campaign.preparedAt === null) return null;
  const next = await nextOf(scope, campaign.id);
  const obstacle = next && (await obstacleOf(scope, campaign, next));
  return obstacle && 'wait' in obstacle ? obstacle.wait : null;
}

/** Equal intervals between the first and the last moment; none before anything was sent. */
async function stretchesOf(scope: Scope, campaignId: number): Promise<Stretch[]> {
  const sent = sql`coalesce(${rows.confirmationRequestedAt}, ${rows.deliveredAt})`;
  const [span] = await scope.slowDb
    .select({
      from: sql<number>`min(${sent})`,
      sent: sql<number>`max(${sent})`,
      back: sql<number>`max(${rows.repliedAt})`,
    })
    .from(rows)
    .where(eq(rows.campaignId, campaignId));
  if (!span?.from) return [];
  const wide = Math.max(1, Math.ceil((Math.max(span.sent, span.back ?? 0) + 1 - span.from) / STRETCHES));
  const counted = async (at: SQL) => {
    const bucket = sql<number>`(${at} - ${span.from}) / ${wide}`;
    const found = await scope.slowDb
      .select({ place: bucket, n: count() })
      .from(rows)
      .where(and(eq(rows.campaignId, campaignId), sql`${at} is not null`))
      .groupBy(bucket);
    return new Map(found.map(({ place: index, n }) => [index, n]));
  };
  const [sends, replies] = [await counted(sent), await counted(sql`${rows.repliedAt}`)];
  return Array.from({ length: STRETCHES }, (_, index) => ({
    at: new Date(span.from + index * wide).toISOString(),
    sends: sends.get(index) ?? 0,
    replies: replies.get(index) ?? 0,
  }));
}
