import { connections, tickets } from '@db/tenant/schema/index.ts';
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Scope } from '@/core/scope.ts';
import { requireTicket, type TicketRow } from '@/modules/tickets/list/tickets.queries.ts';
import { IS_ANSWERED, takeBackFutureAnswers } from '@/modules/tickets/work/silence.service.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { sendAutomated } from '../send-automated.service.ts';
import { AT_ONCE, eachAlone, earliest, minutesBefore } from './write-each.service.ts';

export async function silenceDueAt(scope: Scope): Promise<Date | null> {
  const silences = await listSilences(scope);
  return earliest(
    silences.map((silence) =>
      isFromFuture(scope, silence)
        ? scope.now()
        : silence.first && minutesBefore(silence.first, -silence.minutes),
    ),
  );
}

/** Contract, jobs §6: without rating and farewell. */
export async function closeSilentTickets(scope: Scope): Promise<void> {
  for (const silence of await listSilences(scope)) {
    const { connectionId, minutes, text } = silence;
    if (isFromFuture(scope, silence)) await scope.write((tx) => takeBackFutureAnswers(tx, connectionId));
    const until = minutesBefore(scope.now(), minutes);
    const ids = await listSilentIds(scope, connectionId, until);
    await eachAlone(scope, 'close', ids, async (tx, ticketId) => {
      if ((await listSilentIds(tx, connectionId, until, ticketId)).length > 0)
        await closeExpired(tx, await requireTicket(tx, ticketId), text);
    });
  }
}

type Silence = { connectionId: number; minutes: number; text: string; first: Date | null; last: Date | null };

async function listSilences(scope: Scope): Promise<Silence[]> {
  const everywhere = (scope.kernel.config.closeTicketsAfterHours ?? 0) * 60;
  const rows = await silences(scope.db);
  return rows
    .map(({ expiresTicket, first, last, ...row }) => ({
      ...row,
      minutes: expiresTicket || everywhere,
      first: momentOf(first),
      last: momentOf(last),
    }))
    .filter(({ minutes }) => minutes > 0);
}

const momentOf = (time: number | null) => (time === null ? null : new Date(time));

/** The clock was wrong when that answer was stored. */
const isFromFuture = (scope: Scope, { last }: Silence) => last !== null && last > scope.now();

// Drizzle omits the table from names when there is no join.
const OUTER_ID = sql.raw('connections.id');

/** A connection's first or last answer, from either end of the index; snoozed tickets are skipped. */
const answerFrom = (end: 'asc' | 'desc') => sql<number | null>`(
  select ${tickets.answeredAt} from ${tickets} where ${tickets.connectionId} = ${OUTER_ID} and ${IS_ANSWERED}
  and ${tickets.snoozedUntil} is null order by ${tickets.answeredAt} ${sql.raw(end)} limit 1)`;

const silences = tenantStatement((db) =>
  db
    .select({
      connectionId: connections.id,
      expiresTicket: connections.expiresTicket,
      text: connections.expiresInactiveMessage,
      first: answerFrom('asc'),
      last: answerFrom('desc'),
    })
    .from(connections),
);

async function listSilentIds(
  scope: Scope,
  connectionId: number,
  until: Date,
  ticketId?: number,
): Promise<number[]> {
  const isSilent = and(eq(tickets.connectionId, connectionId), IS_ANSWERED, lte(tickets.answeredAt, until));
  const isIt = ticketId === undefined ? undefined : eq(tickets.id, ticketId);
  const rows = await scope.db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(isSilent, isNull(tickets.snoozedUntil), isIt))
    .orderBy(asc(tickets.answeredAt))
    .limit(AT_ONCE);
  return rows.map(({ id }) => id);
}

export async function closeExpired(tx: Scope, ticket: TicketRow, text: string): Promise<void> {
  const { id: ticketId, lastMessageId } = ticket;
  await sendAutomated(tx, ticket, text, `auto:expired:${ticketId}:${lastMessageId}`);
  await patchTicket(tx, { ticketId, status: 'closed', cause: 'expired' });
}
