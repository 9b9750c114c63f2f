import { campaignShippings, campaigns, contactListItems } from '@db/tenant/schema/index.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { yieldToLoop } from '@/core/clock.ts';
import type { Settle } from '@/core/queue/outbox.ts';
import type { Scope } from '@/core/scope.ts';
import type { CampaignRow } from '../campaigns.queries.ts';
import { planStep } from './campaign-queue.service.ts';
import { reasonOf } from './left-out.queries.ts';

const SLICE = 250;

/** One row for each contact of the list, however often it runs; excluded contacts get their reason. */
export async function prepare(scope: Scope, campaign: CampaignRow, self: number): Promise<Settle> {
  const { id, contactListId } = campaign;
  if (contactListId !== null) {
    await takeBackSkips(scope, id);
    for (let after: number | null = 0; after !== null; ) {
      const from: number = after;
      after = await scope.write((tx) => prepareSlice(tx, { campaignId: id, listId: contactListId, from }));
      await yieldToLoop();
    }
  }
  return async (tx) => {
    await tx.db
      .update(campaigns)
      .set({ preparedAt: tx.now() })
      .where(and(eq(campaigns.id, id), isNull(campaigns.preparedAt)));
    tx.emit('campaign.moved', { campaignId: id });
    await planStep(tx, campaign, self);
  };
}

/** Null after the last one. */
async function prepareSlice(
  tx: Scope,
  { campaignId, listId, from }: { campaignId: number; listId: number; from: number },
): Promise<number | null> {
  const now = tx.now().getTime();
  const slice = sql`select id from ${contactListItems} where list_id = ${listId} and id > ${from} order by id limit ${SLICE}`;
  const [end] = await tx.db.select({ id: sql<number | null>`max(id)` }).from(sql`(${slice})`);
  if (!end?.id) return null;
  await tx.db.run(sql`
    insert or ignore into ${campaignShippings}
      (campaign_id, item_id, name, email, number, state, reason, created_at, updated_at)
    select ${campaignId}, id, name, email, number, case when reason is null then 'waiting' else 'skipped' end, reason, ${now}, ${now}
    from (select i.id, i.name, i.email, i.number, ${reasonOf} as reason
      from ${contactListItems} i where i.id in (${slice}) order by i.id)`);
  return end.id;
}

async function takeBackSkips(scope: Scope, campaignId: number): Promise<void> {
  await scope.write((tx) =>
    tx.db
      .delete(campaignShippings)
      .where(
        and(
          eq(campaignShippings.campaignId, campaignId),
          eq(campaignShippings.state, 'skipped'),
          isNull(campaignShippings.contactId),
        ),
      ),
  );
}
