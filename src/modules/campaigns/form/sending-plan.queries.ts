import { connections, contactLists, tags } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { addDays, zonedParts, zonedTime } from '@/core/zoned-time.ts';
import { filesOfList, requireFileList } from '@/modules/file-lists/file-lists.queries.ts';
import type { Intervals } from '../engine/campaign-pace.state.ts';
import { type Audience, type AudienceSource, countAudience } from '../engine/left-out.queries.ts';
import { statusOf } from '../engine/sending-counters.service.ts';
import { type Estimate, estimateSending, minuteOf } from '../engine/sending-estimate.logic.ts';
import { campaignSettings } from '../settings/campaign-settings.queries.ts';
import { sendingLimitOf } from '../settings/sending-limits.queries.ts';
import type { SendingLimit } from '../settings/sending-limits.schema.ts';
import { listQueued } from './queued-campaigns.queries.ts';

type Id = number | null | undefined;

export type PlannedCampaign = {
  id: number | null;
  source: AudienceSource | null;
  connectionId: Id;
  fileListId: Id;
  confirmation: boolean;
  start: 'now' | 'date' | 'later';
  /** Only for `date`; null while it is not known. */
  startsAt: Date | null;
};

export type PlannedLine = { id: number; name: string; limit: SendingLimit; cap: number; sentToday: number };

export type SendingPlan = {
  missing: 'list' | 'line' | 'people' | null;
  audience: (Audience & { name: string }) | null;
  line: PlannedLine | null;
  pace: Intervals;
  /** Sent before the message: the file list's text and files. */
  before: { text: string; file: string | null }[];
  confirmation: boolean;
  start: PlannedCampaign['start'];
  now: string;
  /** The date's moment; of the others, now. */
  startsAt: string;
  /** Estimates; null and empty when they cannot be computed. */
  endsAt: string | null;
  perDay: { day: string; count: number }[];
  /** Sent by other campaigns through the same number until then. */
  shared: { name: string; messages: number }[];
};

export async function planSending(scope: Scope, campaign: PlannedCampaign): Promise<SendingPlan> {
  const now = scope.now();
  const startsAt = new Date(Math.max(now.getTime(), campaign.startsAt?.getTime() ?? 0));
  const audience = campaign.source && (await audienceOf(scope, campaign.source));
  const line = await lineOf(scope, campaign.connectionId, startsAt);
  const pace = await campaignSettings(scope);
  const missing = !audience ? 'list' : audience.people === 0 ? 'people' : !line ? 'line' : null;
  const { day, time } = zonedParts(now, scope.timeZone);
  const second = minuteOf(time) * 60;
  const isKnown = audience && line && missing === null;
  const queued = isKnown
    ? await listQueued(scope, { connectionId: line.id, except: campaign.id, second })
    : [];
  const estimate = isKnown
    ? estimateSending({
        ...{ people: audience.people, pace, limit: line.limit, others: queued },
        start: { time, ...(await statusOf(scope, line.id)) },
        begins: second + (startsAt.getTime() - now.getTime()) / 1_000,
      })
    : null;
  return {
    ...{ missing, audience, line, pace, confirmation: campaign.confirmation, start: campaign.start },
    before: await partsBefore(scope, campaign.fileListId),
    now: now.toISOString(),
    startsAt: startsAt.toISOString(),
    endsAt: estimate && endOf(estimate, day, startsAt, scope.timeZone),
    shared: queued.flatMap(({ name }, at) => {
      const messages = estimate?.shared[at] ?? 0;
      return messages > 0 ? [{ name, messages }] : [];
    }),
    perDay: (estimate?.perDay ?? []).map((count, at) => ({ day: addDays(day, at), count })),
  };
}

function endOf({ lastDay, lastTime }: Estimate, day: string, startsAt: Date, timeZone: string): string {
  const end = zonedTime(addDays(day, lastDay), lastTime, timeZone);
  return new Date(Math.max(end.getTime(), startsAt.getTime())).toISOString();
}

async function audienceOf(scope: Scope, source: AudienceSource): Promise<SendingPlan['audience']> {
  const [table, id] = 'tagId' in source ? [tags, source.tagId] : [contactLists, source.listId];
  const [named] = await scope.db.select({ name: table.name }).from(table).where(eq(table.id, id)).limit(1);
  return named ? { ...(await countAudience(scope, source)), name: named.name } : null;
}

async function lineOf(scope: Scope, connectionId: Id, at: Date) {
  const { id, name, isDefault } = connections;
  const [line] = await scope.db
    .select({ id, name })
    .from(connections)
    .where(connectionId ? eq(id, connectionId) : eq(isDefault, true))
    .limit(1);
  if (!line) return null;
  const limit = await sendingLimitOf(scope, line.id);
  const { cap, sent } = await statusOf(scope, line.id, at);
  return { ...line, limit, cap, sentToday: sent };
}

export async function hasDefaultLine({ db }: Scope): Promise<boolean> {
  const { id, isDefault } = connections;
  return (await db.select({ id }).from(connections).where(eq(isDefault, true)).limit(1)).length > 0;
}

async function partsBefore(scope: Scope, fileListId: Id): Promise<SendingPlan['before']> {
  const files = fileListId ? await filesOfList(scope, fileListId) : [];
  if (!fileListId || files.length === 0) return [];
  const { message } = await requireFileList(scope, fileListId);
  const text = message.trim() === '' ? [] : [{ text: message, file: null }];
  return [...text, ...files.map(({ text: caption, name }) => ({ text: caption, file: name }))];
}
