import { campaignShippings as rows } from '@db/tenant/schema/index.ts';
import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
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
  let n = 0;
  for await (const people of unanswered(scope, campaignId)) n += people.length;
  return n;
}

/** Creates a list of them and returns its size. Throws ERR_NO_CAMPAIGN_FOUND, InvalidInput on `name`. */
export async function listUnanswered(
  scope: Scope,
  { campaignId, name }: ContactListInput & { campaignId: number },
): Promise<{ contactListId: number; count: number }> {
  requireCan(scope, canManageCampaigns);
  await getCampaign(scope, campaignId);
  const { id: contactListId } = await createContactList(scope, { name });
  const people = unanswered(scope, campaignId);
  const added = await pourInto(scope, contactListId, async () => (await people.next()).value ?? []);
  return { contactListId, count: added };
}

/** In slices that are never empty: a read of the whole campaign, with all its chats, would take too long. */
async function* unanswered(scope: Scope, campaignId: number): AsyncGenerator<Poured[], undefined> {
  for (let after = 0; ; ) {
    const slice = await deliveredAfter(scope, campaignId, after);
    const last = slice.at(-1);
    if (!last) return;
    after = last.id;
    const silent = slice.filter(({ hasWritten }) => !hasWritten);
    // They received it, so their numbers need no check.
    const people = silent.map(({ hasWritten: _, ...row }) => ({
      ...row,
      name: cutAt(row.name, MAX_NAME),
      isOnWhatsapp: true,
    }));
    if (people.length > 0) yield people;
  }
}

/** `repliedAt` is set for a few days, and for the newest campaign only. Chats without later messages are not read. */
const hasWritten = sql<number>`exists (select 1 from tickets t cross join messages m
  where t.contact_id = campaign_shippings.contact_id and t.updated_at > campaign_shippings.delivered_at
  and m.chat_id = t.contact_id and m.from_me = 0 and m.created_at > campaign_shippings.delivered_at)`;

function deliveredAfter({ slowDb }: Scope, campaignId: number, after: number) {
  const { id, name, number, email } = rows;
  return slowDb
    .select({ id, name, number, email, hasWritten })
    .from(rows)
    .where(
      and(
        eq(rows.campaignId, campaignId),
        eq(rows.state, 'delivered'),
        isNotNull(rows.deliveredAt),
        isNull(rows.repliedAt),
        gt(id, after),
      ),
    )
    .orderBy(asc(id))
    .limit(PEOPLE_AT_ONCE);
}
