import {
  campaignMinutes,
  campaigns,
  contacts,
  messages,
  tickets,
  ticketTrackings,
} from '@db/tenant/schema/index.ts';
import { and, desc, eq, gte, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { isAdmin, requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { contactName } from '@/schemas/phone-number.schema.ts';
import { type DashboardFilter, MOST_FAILED } from './dashboard.schema.ts';
import type { Compared, ComparedTicket, ComparedView } from './dashboard.views.ts';
import { type Range, rangeOf } from './period.queries.ts';
import { addUp, answerMinutes, meanRate, readTallies, resolutionMinutes } from './tallies.queries.ts';

const LISTED = 5;
const MINUTE_MS = 60_000;
const SUMS = ['finished', 'answer', 'answered', 'resolution', 'resolved', 'rate', 'rated'] as const;

/** A period of all time has none before it. Throws ERR_NO_PERMISSION. */
export async function comparePeriods(scope: Scope, filter: DashboardFilter): Promise<ComparedView> {
  requireCan(scope, isAdmin);
  const range = rangeOf(scope, filter);
  const now = await sumsIn(scope, range);
  const before = filter.days || filter.date_from ? await sumsIn(scope, previousOf(range)) : null;
  const compared = (of: (sums: Awaited<ReturnType<typeof sumsIn>>) => number | null): Compared => ({
    now: of(now),
    before: before && of(before),
  });
  return {
    finished: compared(({ finished }) => finished),
    answer: compared(answerMinutes),
    resolution: compared(resolutionMinutes),
    rating: compared(meanRate),
    slowest: await listSlowest(scope, range),
    ...(await listMissed(scope, range)),
    failed: await countFailed(scope, range),
    campaigns: await sumCampaigns(scope, range),
  };
}

/** As long, and ending where the range begins. */
function previousOf({ from, to }: Range): Range {
  return { from: new Date(2 * from.getTime() - to.getTime()), to: from };
}

async function sumsIn(scope: Scope, { from, to }: Range) {
  const within = and(gte(ticketTrackings.queuedAt, from), lt(ticketTrackings.finishedAt, to));
  return addUp(await readTallies(scope, { within }, SUMS));
}

function ticketsIn({ slowDb }: Scope, minutes: SQL<number | null>) {
  return slowDb
    .select({ uuid: tickets.uuid, contact: contacts, minutes })
    .from(ticketTrackings)
    .innerJoin(tickets, eq(tickets.id, ticketTrackings.ticketId))
    .innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .$dynamic();
}

const toTicket = ({ uuid, contact, minutes }: Awaited<ReturnType<typeof ticketsIn>>[number]) => ({
  uuid,
  minutes,
  contact: contactName(contact),
});

async function listSlowest(scope: Scope, { from, to }: Range): Promise<ComparedTicket[]> {
  const { createdAt, answerSeconds } = ticketTrackings;
  const rows = await ticketsIn(scope, sql`${answerSeconds} / 60`)
    .where(and(gte(createdAt, from), lt(createdAt, to), isNotNull(answerSeconds)))
    .orderBy(desc(answerSeconds))
    .limit(LISTED);
  return rows.map(toTicket);
}

async function listMissed(scope: Scope, { from, to }: Range) {
  const { finishedAt, firstAnswerAt, queuedAt, isOurs, id } = ticketTrackings;
  const isMissed = and(
    gte(finishedAt, from),
    lt(finishedAt, to),
    isNotNull(queuedAt),
    isNull(firstAnswerAt),
    eq(isOurs, false),
  );
  const rows = await ticketsIn(scope, sql`null`)
    .where(isMissed)
    .orderBy(desc(finishedAt), desc(id))
    .limit(LISTED);
  return { missed: rows.map(toTicket), missedCount: await scope.slowDb.$count(ticketTrackings, isMissed) };
}

async function countFailed({ slowDb }: Scope, { from, to }: Range): Promise<number> {
  const { error, fromMe, isDeleted, createdAt } = messages;
  const some = slowDb
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(isNotNull(error), eq(fromMe, true), eq(isDeleted, false), gte(createdAt, from), lt(createdAt, to)),
    )
    .limit(MOST_FAILED);
  return slowDb.$count(some.as('some'));
}

/** By campaign: each has its minutes in one stretch of the index. */
async function sumCampaigns({ slowDb }: Scope, { from, to }: Range): Promise<ComparedView['campaigns']> {
  const [first, last] = [from, to].map((at) => Math.floor(at.getTime() / MINUTE_MS));
  const sumOf = (column: SQLiteColumn) =>
    sql<number>`total((select sum(${column}) from ${campaignMinutes} where ${campaignMinutes.campaignId} = ${campaigns.id}
      and ${campaignMinutes.minute} between ${first} and ${last}))`;
  const [row] = await slowDb
    .select({ sends: sumOf(campaignMinutes.sends), replies: sumOf(campaignMinutes.replies) })
    .from(campaigns);
  return row ?? { sends: 0, replies: 0 };
}
