import { connections, tickets } from '@db/tenant/schema/index.ts';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Scope } from '@/core/scope.ts';
import { stateOf } from '@/modules/chatbot/apply-decision.service.ts';
import { closeExpired } from '@/modules/chatbot/clock/close-silent-tickets.jobs.ts';
import { AT_ONCE, eachAlone, earliest, minutesBefore } from '@/modules/chatbot/clock/write-each.service.ts';
import { requireTicket, type TicketRow } from '@/modules/tickets/list/tickets.queries.ts';
import { leaveToPeople } from './turn/hand-over-to-people.service.ts';

/** Wait for a responder's answer, where the connection sets no minutes (`timeToTransfer`): as for a menu. */
const USUAL_MINUTES = 30;
/** Wait for the customer's next message, where nothing closes silent tickets. */
const MAX_MINUTES = 24 * 60;

export async function silentResponderDueAt(scope: Scope): Promise<Date | null> {
  const silences = await listSilences(scope);
  return earliest(
    silences.map(({ first, minutes, closes }) =>
      first !== null && !closes && first > soon(scope)
        ? scope.now()
        : first && minutesBefore(first, -minutes),
    ),
  );
}

/** Unanswered customers go to people, silent ones get a goodbye where set up (contract, jobs §6). */
export async function leaveSilentResponders(scope: Scope): Promise<void> {
  for (const silence of await listSilences(scope)) {
    const ids = await listSilentIds(scope, silence);
    await eachAlone(scope, 'silent machine', ids, async (tx, ticketId) => {
      if ((await listSilentIds(tx, silence, ticketId)).length === 0) return;
      const ticket = await requireTicket(tx, ticketId);
      await (silence.closes ? closeExpired(tx, ticket, silence.text) : leave(tx, ticket));
    });
  }
}

async function leave(tx: Scope, ticket: TicketRow): Promise<void> {
  const { responder } = stateOf(ticket);
  if (!responder) return;
  const found = await tx.kernel.services.responders[responder.kind](tx, responder.id);
  const work = { ticketId: ticket.id, machine: responder, messageId: ticket.lastMessageId ?? 0, at: 0 };
  const { queueId = null, name = '' } = found ?? {};
  await leaveToPeople(tx, work, { why: 'silent', queueId, name });
}

/** A later timestamp comes from a wrong clock: such tickets go to people, and none is closed. */
const soon = (scope: Scope) => minutesBefore(scope.now(), -1);

type Silence = {
  connectionId: number;
  isAnswered: boolean;
  minutes: number;
  closes: boolean;
  text: string;
  first: Date | null;
};

async function listSilences(scope: Scope): Promise<Silence[]> {
  const everywhere = (scope.kernel.config.closeTicketsAfterHours ?? 0) * 60;
  const rows = await silences(scope.db);
  return rows.flatMap(({ connectionId, text, expiresTicket, timeToTransfer, asked, answered }): Silence[] => {
    const expires = expiresTicket || everywhere;
    const unanswered = { isAnswered: false, minutes: timeToTransfer || USUAL_MINUTES, closes: false };
    const left = { isAnswered: true, minutes: expires || MAX_MINUTES, closes: expires > 0 };
    return [
      { connectionId, text, ...unanswered, first: momentOf(asked) },
      { connectionId, text, ...left, first: momentOf(answered) },
    ];
  });
}

const momentOf = (time: number | null) => (time === null ? null : new Date(time));

const isWith = (isAnswered: boolean): SQL =>
  sql`${tickets.status} = 'pending' and ${tickets.useIntegration} = 1 and ${tickets.snoozedUntil} is null
    and ${tickets.fromMe} = ${sql.raw(isAnswered ? '1' : '0')}`;

// Drizzle omits the table from column names when there is no join.
const OUTER_ID = sql.raw('connections.id');

const firstOf = (isAnswered: boolean) => sql<number | null>`(select ${tickets.updatedAt} from ${tickets}
  where ${tickets.connectionId} = ${OUTER_ID} and ${isWith(isAnswered)} order by ${tickets.updatedAt} limit 1)`;

const silences = tenantStatement((db) =>
  db
    .select({
      connectionId: connections.id,
      expiresTicket: connections.expiresTicket,
      timeToTransfer: connections.timeToTransfer,
      text: connections.expiresInactiveMessage,
      asked: firstOf(false),
      answered: firstOf(true),
    })
    .from(connections),
);

async function listSilentIds(
  scope: Scope,
  { connectionId, isAnswered, minutes, closes }: Silence,
  ticketId?: number,
): Promise<number[]> {
  const until = minutesBefore(scope.now(), minutes).getTime();
  const from = closes ? Number.MAX_SAFE_INTEGER : soon(scope).getTime();
  const isLong = sql`(${tickets.updatedAt} <= ${until} or ${tickets.updatedAt} > ${from})`;
  const isIt = ticketId === undefined ? undefined : eq(tickets.id, ticketId);
  const rows = await scope.db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(isWith(isAnswered), eq(tickets.connectionId, connectionId), isLong, isIt))
    .orderBy(tickets.updatedAt)
    .limit(AT_ONCE);
  return rows.map(({ id }) => id);
}
