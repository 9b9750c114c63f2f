import { connections, contactListItems, optOuts } from '@db/tenant/schema/index.ts';
import { and, count, eq, sql } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { zonedParts } from '@/core/zoned-time.ts';
import { getCampaign } from './campaigns.queries.ts';
import { statusOf } from './engine/sending-counters.service.ts';
import { minutesToSend } from './engine/sending-estimate.logic.ts';
import { campaignSettings } from './settings/campaign-settings.queries.ts';
import { sendingLimitOf } from './settings/sending-limits.queries.ts';

export type StartPlan = {
  id: number;
  name: string;
  confirmation: boolean;
  missing: 'list' | 'line' | 'people' | null;
  listName: string;
  people: number;
  lineName: string;
  /** Daily limit; includes messages already sent today. */
  cap: number;
  sentToday: number;
  /** Estimate; null when it cannot be computed. */
  endsAt: string | null;
};

/** Summary shown before a campaign starts. Throws ERR_NO_CAMPAIGN_FOUND. */
export async function getStartPlan(scope: Scope, campaignId: number): Promise<StartPlan> {
  const { id, name, confirmation, contactList, whatsapp } = await getCampaign(scope, campaignId);
  const line = whatsapp ?? (await defaultLine(scope));
  const people = contactList ? await countPeople(scope, contactList.id) : 0;
  const plan = {
    ...{ id, name, confirmation, people },
    listName: contactList?.name ?? '',
    lineName: line?.name ?? '',
  };
  const missing = !contactList ? 'list' : !line ? 'line' : people === 0 ? 'people' : null;
  if (missing !== null || !line) return { ...plan, missing, cap: 0, sentToday: 0, endsAt: null };
  const { cap, sent } = await statusOf(scope, line.id);
  const limit = await sendingLimitOf(scope, line.id);
  const minutes = minutesToSend({
    people,
    pace: await campaignSettings(scope),
    quiet: limit,
    time: zonedParts(scope.now(), scope.timeZone).time,
    capOn: (day) => (day === 0 ? cap - sent : Math.min(limit.dailyCap, limit.warmsUp ? cap * 2 ** day : cap)),
  });
  const endsAt = minutes === null ? null : new Date(scope.now().getTime() + minutes * 60_000).toISOString();
  return { ...plan, missing, cap, sentToday: sent, endsAt };
}

export function defaultLine({ db }: Scope) {
  return db.query.connections.findFirst({
    columns: { id: true, name: true },
    where: eq(connections.isDefault, true),
  });
}

/** Counts items that are on WhatsApp and have not opted out. */
async function countPeople({ slowDb }: Scope, listId: number): Promise<number> {
  const hasLeft = sql`exists (select 1 from ${optOuts} where ${optOuts.number} = ${contactListItems.number})`;
  const [row] = await slowDb
    .select({ n: count() })
    .from(contactListItems)
    .where(
      and(eq(contactListItems.listId, listId), eq(contactListItems.isOnWhatsapp, true), sql`not ${hasLeft}`),
    );
  return row?.n ?? 0;
}
