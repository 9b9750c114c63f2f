import { campaignShippings, contactListItems } from '@db/tenant/schema/index.ts';
import { asc, eq, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { yieldToLoop } from '@/core/clock.ts';
import { amongIds, type Statement, tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Scope } from '@/core/scope.ts';
import { getCampaign, stampsOf } from './campaigns.queries.ts';
import { LEFT_OUT } from './campaigns.schema.ts';
import type { ShippingView, WholeCampaignView } from './campaigns.views.ts';

/** All recipients with their status, as existing clients read it. Throws ERR_NO_CAMPAIGN_FOUND. */
export async function getWholeCampaign(scope: Scope, campaignId: number): Promise<WholeCampaignView> {
  const campaign = await getCampaign(scope, campaignId);
  const { contactList } = campaign;
  const shipping = await inParts(scope, shippingsOf, campaignId, toShippingView);
  const reached = reachedItems(shipping);
  const contacts =
    contactList && (await inParts(scope, itemsOf, contactList.id, (row) => toItemView(scope, row, reached)));
  return {
    ...campaign,
    contactList: contactList && contacts && { ...contactList, contacts },
    shipping,
  };
}

/** Valid contacts as the report counts them (clients divide by them); null before it has contacts. */
function reachedItems(shipping: ShippingView[]): Set<number | null> | null {
  if (shipping.length === 0) return null;
  return new Set(shipping.filter((one) => !LEFT_OUT.includes(one.state)).map(({ contactId }) => contactId));
}

/** Lists can exceed ten thousand contacts; other work runs between the parts. */
const PART = 500;

async function inParts<R, V>(
  scope: Scope,
  { ids, rows }: Parts<R>,
  ownerId: number,
  toView: (row: R) => V,
): Promise<V[]> {
  const [all] = await ids(scope.db, { ownerId });
  const left = JSON.parse(all?.ids ?? '[]') as number[];
  left.sort((a, b) => a - b);
  const views: V[] = [];
  for (let at = 0; at < left.length; at += PART) {
    if (at > 0) await yieldToLoop();
    const part = await rows(scope.db, { ids: JSON.stringify(left.slice(at, at + PART)) });
    for (const row of part) views.push(toView(row));
  }
  return views;
}

type Parts<R> = { ids: Statement<{ ids: string }[]>; rows: Statement<R[]> };

const idsOf = (id: SQLiteColumn) => ({ ids: sql<string>`json_group_array(${id})` });
const ownerId = sql.placeholder('ownerId');

const itemsOf = {
  ids: tenantStatement((db) =>
    db.select(idsOf(contactListItems.id)).from(contactListItems).where(eq(contactListItems.listId, ownerId)),
  ),
  rows: tenantStatement((db) =>
    db.select().from(contactListItems).where(amongIds(contactListItems.id)).orderBy(asc(contactListItems.id)),
  ),
};

const shippingsOf = {
  ids: tenantStatement((db) =>
    db
      .select(idsOf(campaignShippings.id))
      .from(campaignShippings)
      .where(eq(campaignShippings.campaignId, ownerId)),
  ),
  rows: tenantStatement((db) =>
    db
      .select()
      .from(campaignShippings)
      .where(amongIds(campaignShippings.id))
      .orderBy(asc(campaignShippings.id)),
  ),
};

type ItemRow = typeof contactListItems.$inferSelect;
type ShippingRow = typeof campaignShippings.$inferSelect;

function toItemView(
  { companyId }: Scope,
  { listId, isOnWhatsapp, ...row }: ItemRow,
  reached: Set<number | null> | null,
) {
  const { id, name, number, email } = row;
  return {
    ...{ id, name, number, email, companyId, contactListId: listId },
    isWhatsappValid: reached ? reached.has(id) : isOnWhatsapp === true,
    ...stampsOf(row),
  };
}

function toShippingView(row: ShippingRow): ShippingView {
  const { id, number, message, confirmationMessage, campaignId, state, reason } = row;
  return {
    ...{ id, jobId: null, number, message, confirmationMessage, campaignId, state, reason },
    confirmation: row.confirmedAt ? true : null,
    contactId: row.itemId,
    confirmationRequestedAt: row.confirmationRequestedAt?.toISOString() ?? null,
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    ...stampsOf(row),
  };
}
