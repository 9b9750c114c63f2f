import { contacts, tickets, ticketTrackings } from '@db/tenant/schema/index.ts';
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { isAdmin, requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { countFailedMessages } from '@/modules/messages/failed/failed-messages.queries.ts';
import { contactName } from '@/schemas/phone-number.schema.ts';
import { sumCampaigns } from './campaign-sums.queries.ts';
import { MAX_FAILED, type ViewFilter, type Whose } from './dashboard.schema.ts';
import type { Compared, ComparedTicket, ComparedView } from './dashboard.views.ts';
import { answeredIn, daysIn, missedIn, previousOf, type Range, rangeOf } from './period.queries.ts';
import { answerMinutes, meanRate, resolutionMinutes, sumFinished } from './tallies.queries.ts';
import { isOf } from './whose.queries.ts';

const LISTED = 5;
const SUMS = ['finished', 'answer', 'answered', 'resolution', 'resolved', 'rate', 'rated'] as const;

/** A period of all time has none before it. Throws ERR_NO_PERMISSION. */
export async function comparePeriods(scope: Scope, filter: ViewFilter): Promise<ComparedView> {
  requireCan(scope, isAdmin);
  const range = rangeOf(scope, filter);
  const now = await sumsIn(scope, filter, range);
  const before = filter.days || filter.date_from ? await sumsIn(scope, filter, previousOf(range)) : null;
  const compared = (of: (sums: Awaited<ReturnType<typeof sumsIn>>) => number | null): Compared => ({
    now: of(now),
    before: before && of(before),
  });
  return {
    finished: compared(({ finished }) => finished),
    answer: compared(answerMinutes),
    resolution: compared(resolutionMinutes),
    rating: compared(meanRate),
    slowest: await listSlowest(scope, filter, range),
    ...(await listMissed(scope, filter, range)),
    failed: await countFailed(scope, filter),
    campaigns: await sumCampaigns(scope, range),
  };
}

const sumsIn = (scope: Scope, { queueId, userId }: Whose, range: Range) =>
  sumFinished(scope, { queueId, userId, range, wanted: SUMS });

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

async function listSlowest(scope: Scope, whose: Whose, range: Range): Promise<ComparedTicket[]> {
  const { answerSeconds } = ticketTrackings;
  const rows = await ticketsIn(scope, sql`${answerSeconds} / 60`)
    .where(and(answeredIn(range), isOf(whose, ticketTrackings)))
    .orderBy(desc(answerSeconds))
    .limit(LISTED);
  return rows.map(toTicket);
}

async function listMissed(scope: Scope, whose: Whose, range: Range) {
  const { finishedAt, id } = ticketTrackings;
  const isMissed = and(missedIn(range), isOf(whose, ticketTrackings));
  const rows = await ticketsIn(scope, sql`null`)
    .where(isMissed)
    .orderBy(desc(finishedAt), desc(id))
    .limit(LISTED);
  return { missed: rows.map(toTicket), missedCount: await scope.slowDb.$count(ticketTrackings, isMissed) };
}

/** As `/messages/failed` lists them. */
async function countFailed(scope: Scope, filter: ViewFilter): Promise<number> {
  const { first, last } = daysIn(scope, filter);
  const { queueId, userId } = filter;
  return countFailedMessages(scope, { from: first, to: last, queueId, userId }, MAX_FAILED);
}
