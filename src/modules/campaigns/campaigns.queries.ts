import { campaigns, connections, contactLists } from '@db/tenant/schema/index.ts';
import { and, asc, count, eq, inArray, not, type SQL, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { afterRow, cutPage, offsetOf, sizeOf } from '@/core/db/paging.ts';
import { containsText } from '@/core/db/search.ts';
import { AppError } from '@/core/errors.ts';
import { jsonArray } from '@/core/json-stream.ts';
import type { Medium } from '@/core/module.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { mediaUrl } from '@/core/storage/storage.ts';
import { canManageCampaigns } from './campaigns.policy.ts';
import { CAMPAIGNS_PER_PAGE, type CampaignFilter } from './campaigns.schema.ts';
import type { CampaignPage, CampaignView } from './campaigns.views.ts';

export type CampaignRow = typeof campaigns.$inferSelect;
type ListRow = typeof contactLists.$inferSelect;
type Found = { campaign: CampaignRow; list: ListRow | null; connection: { id: number; name: string } | null };

export async function listCampaigns(scope: Scope, filter: CampaignFilter): Promise<CampaignPage> {
  requireCan(scope, canManageCampaigns);
  const where = filter.searchParam ? containsText(filter.searchParam, campaigns.name) : undefined;
  const size = sizeOf(filter, CAMPAIGNS_PER_PAGE);
  const rows = await find(
    scope,
    and(where, filter.after ? afterRow(campaigns.id, NAME_THEN_ID, filter.after) : undefined),
  )
    .orderBy(...NAME_THEN_ID.map((column) => asc(column)))
    .limit(size + 1)
    .offset(offsetOf(filter, CAMPAIGNS_PER_PAGE));
  const page = cutPage(rows, size);
  const [total] = await scope.db.select({ n: count() }).from(campaigns).where(where);
  const records = page.rows.map((found) => toCampaignView(scope, found));
  return { records, count: total?.n ?? 0, hasMore: page.hasMore };
}

/** A JSON array of CampaignView by name, read while streaming. */
export async function streamCampaigns(scope: Scope): Promise<ReadableStream<Uint8Array>> {
  requireCan(scope, canManageCampaigns);
  const order = NAME_THEN_ID.map((column) => asc(column));
  const rows = await scope.slowDb
    .select({ id: campaigns.id })
    .from(campaigns)
    .orderBy(...order);
  return jsonArray(
    rows.map(({ id }) => id),
    async (ids) => {
      const found = await find(scope, inArray(campaigns.id, ids)).orderBy(...order);
      return found.map((one) => toCampaignView(scope, one));
    },
  );
}

export async function getCampaign(scope: Scope, campaignId: number): Promise<CampaignView> {
  requireCan(scope, canManageCampaigns);
  const [found] = await find(scope, eq(campaigns.id, campaignId));
  if (!found) throw new AppError('ERR_NO_CAMPAIGN_FOUND');
  return toCampaignView(scope, found);
}

export async function requireCampaign(scope: Scope, campaignId: number): Promise<CampaignRow> {
  const row = await findCampaignRow(scope, campaignId);
  if (!row) throw new AppError('ERR_NO_CAMPAIGN_FOUND');
  return row;
}

export function findCampaignRow(scope: Scope, campaignId: number): Promise<CampaignRow | undefined> {
  return campaignById(scope.db, { campaignId });
}

/** Read about eight times for each message of a campaign. */
const campaignById = tenantStatement((db) =>
  db.query.campaigns.findFirst({ where: eq(campaigns.id, sql.placeholder('campaignId')) }),
);

export async function countUnfinished({ db }: Scope): Promise<number> {
  const isOver = inArray(campaigns.status, ['FINALIZADA', 'CANCELADA']);
  const [row] = await db.select({ n: count() }).from(campaigns).where(not(isOver));
  return row?.n ?? 0;
}

const MAX_NAMED = 5;

/** How many would still send through the connection or with the file list, and the first five names. */
export async function listSendingWith(
  { db }: Scope,
  part: { connectionId: number } | { fileListId: number },
): Promise<{ count: number; names: string }> {
  const { id, name, status } = campaigns;
  const isUsing =
    'fileListId' in part
      ? eq(campaigns.fileListId, part.fileListId)
      : eq(campaigns.connectionId, part.connectionId);
  const rows = await db
    .select({ name, count: sql<number>`count(*) over ()` })
    .from(campaigns)
    .where(and(isUsing, inArray(status, ['PROGRAMADA', 'EM_ANDAMENTO'])))
    .orderBy(asc(id))
    .limit(MAX_NAMED);
  const count = rows[0]?.count ?? 0;
  return { count, names: rows.map((row) => row.name).join(', ') + (count > MAX_NAMED ? '…' : '') };
}

export async function findCampaignMedium(scope: Scope, key: string): Promise<Medium | undefined> {
  if (!canManageCampaigns(scope.actor)) return undefined;
  const row = await scope.db.query.campaigns.findFirst({ where: eq(campaigns.mediaPath, key) });
  return row && { mime: row.mediaMime ?? '', name: row.mediaName };
}

const NAME_THEN_ID = [campaigns.name, campaigns.id];

function find(scope: Scope, where: SQL | undefined) {
  return scope.db
    .select({
      campaign: campaigns,
      list: contactLists,
      connection: { id: connections.id, name: connections.name },
    })
    .from(campaigns)
    .leftJoin(contactLists, eq(contactLists.id, campaigns.contactListId))
    .leftJoin(connections, eq(connections.id, campaigns.connectionId))
    .where(where);
}

function toCampaignView(scope: Scope, { campaign, list, connection }: Found): CampaignView {
  const { id, name, status, confirmation, contactListId, fileListId, mediaName } = campaign;
  return {
    ...{ id, name, status, confirmation, contactListId, fileListId, mediaName },
    stoppedFor: status === 'FINALIZADA' ? null : campaign.stoppedFor,
    ...numbered('message', campaign.messages),
    ...numbered('confirmationMessage', campaign.confirmationMessages),
    mediaPath: mediaUrl(scope, campaign.mediaPath),
    scheduledAt: campaign.scheduledAt?.toISOString() ?? null,
    completedAt: campaign.completedAt?.toISOString() ?? null,
    companyId: scope.companyId,
    tagListId: campaign.tagId,
    whatsappId: campaign.connectionId,
    contactList: list && { id: list.id, name: list.name, companyId: scope.companyId, ...stampsOf(list) },
    whatsapp: connection,
    ...stampsOf(campaign),
  };
}

type Numbered<N extends string> = Record<`${N}${1 | 2 | 3 | 4 | 5}`, string>;

function numbered<N extends string>(name: N, texts: string[]): Numbered<N> {
  const entries = [1, 2, 3, 4, 5].map((number) => [`${name}${number}`, texts[number - 1] ?? '']);
  return Object.fromEntries(entries) as Numbered<N>;
}

export function stampsOf({ createdAt, updatedAt }: { createdAt: Date; updatedAt: Date }) {
  return { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
