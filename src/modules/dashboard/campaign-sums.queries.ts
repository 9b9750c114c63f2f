import { campaignMinutes, campaigns } from '@db/tenant/schema/index.ts';
import { and, asc, gt, or, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { cutPage, sizeOf } from '@/core/db/paging.ts';
import { isAdmin, requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import type { CampaignFilter } from './dashboard.schema.ts';
import type { CampaignSums, ComparedView } from './dashboard.views.ts';
import { type Range, rangeOf } from './period.queries.ts';

const MINUTE_MS = 60_000;
const CAMPAIGNS_PER_PAGE = 30;

export async function sumCampaigns({ slowDb }: Scope, range: Range): Promise<ComparedView['campaigns']> {
  const total = (column: SQLiteColumn) => sql<number>`total(${sumIn(range, column)})`;
  const [row] = await slowDb
    .select({ sends: total(campaignMinutes.sends), replies: total(campaignMinutes.replies) })
    .from(campaigns);
  return row ?? { sends: 0, replies: 0 };
}

export async function listCampaignSums(scope: Scope, filter: CampaignFilter): Promise<CampaignSums> {
  requireCan(scope, isAdmin);
  const range = rangeOf(scope, filter);
  const size = sizeOf(filter, CAMPAIGNS_PER_PAGE);
  const [sends, replies] = [campaignMinutes.sends, campaignMinutes.replies].map((column) =>
    sumIn(range, column),
  );
  const rows = await scope.slowDb
    .select({
      id: campaigns.id,
      name: campaigns.name,
      sends: sql<number>`coalesce(${sends}, 0)`,
      replies: sql<number>`coalesce(${replies}, 0)`,
    })
    .from(campaigns)
    .where(
      and(
        or(sql`${sends} > 0`, sql`${replies} > 0`),
        filter.after ? gt(campaigns.id, filter.after) : undefined,
      ),
    )
    .orderBy(asc(campaigns.id))
    .limit(size + 1);
  const page = cutPage(rows, size);
  return { campaigns: page.rows, hasMore: page.hasMore };
}

/** The minutes that begin within the range; each campaign has its minutes in one stretch of the index. */
function sumIn({ from, to }: Range, column: SQLiteColumn) {
  const [first, end] = [from, to].map((at) => Math.ceil(at.getTime() / MINUTE_MS));
  return sql<number | null>`(select sum(${column}) from ${campaignMinutes}
    where ${campaignMinutes.campaignId} = ${campaigns.id} and ${campaignMinutes.minute} >= ${first} and ${campaignMinutes.minute} < ${end})`;
}
