import { campaignShippings, campaigns } from '@db/tenant/schema/index.ts';
import { and, asc, count, eq, inArray, ne } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { countAudience } from '../engine/left-out.queries.ts';
import type { Sender } from '../engine/sending-estimate.logic.ts';

export type QueuedCampaign = Sender & { name: string };

type Line = { connectionId: number; except: number | null; second: number };

/** Campaigns that still send through a number, without the planned one; `second` is the time of today. */
export async function listQueued(scope: Scope, { connectionId, except, second }: Line) {
  const { id, name, status, contactListId, preparedAt, scheduledAt, nextAt, sentInARow } = campaigns;
  const rows = await scope.db
    .select({ id, name, status, contactListId, preparedAt, scheduledAt, nextAt, sentInARow })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.connectionId, connectionId),
        inArray(status, ['EM_ANDAMENTO', 'PROGRAMADA']),
        ne(id, except ?? 0),
      ),
    )
    .orderBy(asc(id));
  const queued: QueuedCampaign[] = [];
  for (const row of rows) {
    const left = row.preparedAt ? await countLeft(scope, row.id) : await peopleOf(scope, row.contactListId);
    const at = row.status === 'PROGRAMADA' ? row.scheduledAt : row.nextAt;
    const wait = Math.max(0, (at?.getTime() ?? 0) - scope.now().getTime()) / 1_000;
    if (left > 0) queued.push({ name: row.name, left, due: second + wait, sentInARow: row.sentInARow });
  }
  return queued;
}

async function countLeft({ slowDb }: Scope, campaignId: number): Promise<number> {
  const { state } = campaignShippings;
  const [row] = await slowDb
    .select({ n: count() })
    .from(campaignShippings)
    .where(and(eq(campaignShippings.campaignId, campaignId), inArray(state, ['waiting', 'confirmed'])));
  return row?.n ?? 0;
}

async function peopleOf(scope: Scope, listId: number | null): Promise<number> {
  return listId === null ? 0 : (await countAudience(scope, { listId })).people;
}
