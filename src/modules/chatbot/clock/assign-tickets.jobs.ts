import { queues, tickets, ticketTrackings, userQueues, users } from '@db/tenant/schema/index.ts';
import { and, asc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { asSystem, type Scope } from '@/core/scope.ts';
import type { TicketRow } from '@/modules/tickets/list/tickets.queries.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { takeSlot } from '@/modules/users/take-assignment-slot.service.ts';
import { type Candidate, choosePerson } from './choose-person.logic.ts';
import { AT_ONCE, eachAlone } from './write-each.service.ts';

const AT_ONCE_DUE = new Date(0);

export async function assignmentDueAt(scope: Scope): Promise<Date | null> {
  for (const queue of await listAssigning(scope)) {
    const [waiting] = await listWaitingIn(scope, queue.id);
    if (waiting && choosePerson(await listPeople(scope, queue.id), { ...queue, before: null }))
      return AT_ONCE_DUE;
  }
  return null;
}

export async function assignTickets(scope: Scope): Promise<void> {
  for (const queue of await listAssigning(scope)) {
    const ids = await listWaitingIn(scope, queue.id);
    await eachAlone(scope, 'assign', ids, (tx, ticketId) => assign(tx, ticketId, queue));
  }
}

export async function assignAtOnce(scope: Scope): Promise<void> {
  const system = asSystem(scope);
  if (await assignmentDueAt(system)) await assignTickets(system);
}

type Assigning = { id: number; limit: number; isSticky: boolean };

function listAssigning(scope: Scope): Promise<Assigning[]> {
  return scope.remember([queues], 'assigning', () => assigning(scope.db));
}

const assigning = tenantStatement((db) =>
  db
    .select({ id: queues.id, limit: queues.assignmentLimit, isSticky: queues.isSticky })
    .from(queues)
    .where(ne(queues.assignment, sql`'off'`)),
);

/** Excludes tickets held by the bot, an integration or a snooze, and groups. */
const IS_FREE = and(
  eq(tickets.status, sql`'pending'`),
  isNull(tickets.userId),
  isNull(tickets.snoozedUntil),
  eq(tickets.chatbot, sql`0`),
  eq(tickets.useIntegration, sql`0`),
  eq(tickets.isGroup, sql`0`),
);

async function listWaitingIn(scope: Scope, queueId: number): Promise<number[]> {
  return (await waitingIn(scope.db, { queueId })).map(({ id }) => id);
}

const waitingIn = tenantStatement((db) =>
  db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.queueId, sql.placeholder('queueId')), IS_FREE))
    // The `+` keeps SQLite from scanning all waiting tickets of all queues.
    .orderBy(sql`+${tickets.waitingSince}`, asc(tickets.id))
    .limit(AT_ONCE),
);

const stillWaiting = tenantStatement((db) =>
  db
    .select({ contactId: tickets.contactId })
    .from(tickets)
    .where(
      and(
        eq(tickets.id, sql.placeholder('ticketId')),
        eq(tickets.queueId, sql.placeholder('queueId')),
        IS_FREE,
      ),
    ),
);

function listPeople(scope: Scope, queueId: number): Promise<Candidate[]> {
  return peopleOf(scope.db, { queueId });
}

const peopleOf = tenantStatement((db) =>
  db
    .select({
      userId: users.id,
      assignedAt: userQueues.assignedAt,
      openTickets: sql<number>`(select count(*) from ${tickets}
        where ${tickets.userId} = ${users.id} and ${tickets.status} = 'open')`,
    })
    .from(userQueues)
    .innerJoin(users, eq(users.id, userQueues.userId))
    .where(
      and(
        eq(userQueues.queueId, sql.placeholder('queueId')),
        eq(users.online, sql`1`),
        isNull(users.disabledAt),
      ),
    ),
);

async function assign(tx: Scope, ticketId: number, { id, limit, isSticky }: Assigning): Promise<void> {
  const [ticket] = await stillWaiting(tx.db, { queueId: id, ticketId });
  if (!ticket) return;
  const before = isSticky ? await lastPersonOf(tx, ticket) : null;
  const person = choosePerson(await listPeople(tx, id), { limit, before });
  if (!person) return;
  await patchTicket(tx, { ticketId, status: 'open', userId: person.userId, cause: 'assigned' });
  await takeSlot(tx, { userId: person.userId, queueId: id });
}

/** Across all connections; null when nobody has served them yet. */
async function lastPersonOf(tx: Scope, { contactId }: Pick<TicketRow, 'contactId'>): Promise<number | null> {
  const theirs = tx.db.select({ id: tickets.id }).from(tickets).where(eq(tickets.contactId, contactId));
  const [last] = await tx.db
    .select({ userId: ticketTrackings.userId })
    .from(ticketTrackings)
    .where(and(inArray(ticketTrackings.ticketId, theirs), isNotNull(ticketTrackings.userId)))
    // The `+` keeps SQLite from reading all trackings backwards.
    .orderBy(sql`+${ticketTrackings.id} desc`)
    .limit(1);
  return last?.userId ?? null;
}
