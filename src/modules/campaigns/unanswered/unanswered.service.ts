import { messages, campaignShippings as rows } from '@db/tenant/schema/index.ts';
import { and, asc, count, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { cutAt } from '@/core/text.ts';
import { type ContactListInput, MAX_NAME } from '@/modules/contact-lists/contact-lists.schema.ts';
import { createContactList } from '@/modules/contact-lists/contact-lists.service.ts';
import {
  PEOPLE_AT_ONCE,
  type Poured,
  pourInto,
} from '@/modules/contact-lists/fill/add-in-batches.service.ts';
import { canManageCampaigns } from '../campaigns.policy.ts';
import { getCampaign } from '../campaigns.queries.ts';

/** Recipients who have not written since. Throws ERR_NO_CAMPAIGN_FOUND. */
export async function countUnanswered(scope: Scope, campaignId: number): Promise<number> {
  await getCampaign(scope, campaignId);
  const [found] = await scope.slowDb.select({ n: count() }).from(rows).where(unanswered(campaignId));
  return found?.n ?? 0;
}

/** Creates a list of them and returns its size. Throws ERR_NO_CAMPAIGN_FOUND, InvalidInput on `name`. */
export async function listUnanswered(
  scope: Scope,
  { campaignId, name }: ContactListInput & { campaignId: number },
): Promise<{ contactListId: number; count: number }> {
  requireCan(scope, canManageCampaigns);
  await getCampaign(scope, campaignId);
  const { id: contactListId } = await createContactList(scope, { name });
  const added = await pourInto(scope, contactListId, (after) => unansweredAfter(scope, campaignId, after));
  return { contactListId, count: added };
}

/** They received it, so their numbers need no check. */
async function unansweredAfter(scope: Scope, campaignId: number, after: number): Promise<Poured[]> {
  const found = await scope.slowDb
    .select({ id: rows.id, name: rows.name, number: rows.number, email: rows.email })
    .from(rows)
    .where(and(unanswered(campaignId), gt(rows.id, after)))
    .orderBy(asc(rows.id))
    .limit(PEOPLE_AT_ONCE);
  return found.map((row) => ({ ...row, name: cutAt(row.name, MAX_NAME), isOnWhatsapp: true }));
}

/** `repliedAt` is set for a few days, and for the newest campaign only. */
const hasNotWritten = sql`not exists (select 1 from ${messages} where ${messages.chatId} = ${rows.contactId}
  and ${messages.fromMe} = 0 and ${messages.createdAt} > ${rows.deliveredAt})`;

const unanswered = (campaignId: number) =>
  and(
    eq(rows.campaignId, campaignId),
    eq(rows.state, 'delivered'),
    isNotNull(rows.deliveredAt),
    isNull(rows.repliedAt),
    hasNotWritten,
  );
