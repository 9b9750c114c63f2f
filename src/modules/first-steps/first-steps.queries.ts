import {
  connectionQueues,
  connections,
  queues,
  settings,
  ticketEvents,
  ticketTrackings,
  userPreferences,
  userQueues,
  users,
} from '@db/tenant/schema/index.ts';
import { eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { isAdmin, requireCan, requireUser } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { isPutAway } from '@/modules/notifications/preferences.service.ts';
import type { TicketEventType } from '@/modules/tickets/tickets.schema.ts';
import type { FirstDayStep, FirstStepsView, SetupHints } from './first-steps.views.ts';
import { findSetupGaps, platformGaps } from './setup-gaps.queries.ts';

const READ = [
  ...[connections, connectionQueues, queues, settings],
  ...[ticketTrackings, userPreferences, userQueues, users],
];

export async function findSetupHints(scope: Scope): Promise<SetupHints | null> {
  if (!isAdmin(scope.actor)) return findFirstDay(scope);
  const hints = await scope.remember(READ, `setup-hints:${requireUser(scope).id}`, async () => ({
    steps: await findFirstSteps(scope),
    gaps: await findSetupGaps(scope),
  }));
  return { ...hints, gaps: [...hints.gaps, ...platformGaps(scope)] };
}

const OF_A_DAY = [ticketEvents, ticketTrackings, userPreferences];

/** An agent's first actions, by what they have done; null when all are done, or this user has dismissed the list. */
function findFirstDay(scope: Scope): Promise<SetupHints | null> {
  const { id: userId } = requireUser(scope);
  return scope.remember(OF_A_DAY, `first-day:${userId}`, async () => {
    if (await isPutAway(scope, userId, 'firstSteps')) return null;
    const [done] = await actionsOf(scope.db, { userId });
    if (!done) return null;
    const day = FIRST_DAY.map((key) => ({ key, isDone: Boolean(done[key]) }));
    return day.every(({ isDone }) => isDone) ? null : { gaps: [], day };
  });
}

const FIRST_DAY = ['accept', 'reply', 'transfer', 'snooze', 'resolve'] as const satisfies FirstDayStep[];

const USER = sql.placeholder('userId');
const hasEvent = (type: TicketEventType) =>
  sql<number>`exists (select 1 from ${ticketEvents} where ${ticketEvents.userId} = ${USER} and ${ticketEvents.type} = ${type})`;

const actionsOf = tenantStatement((db) =>
  db
    .select({
      accept: hasEvent('accepted'),
      reply: sql<number>`exists (select 1 from ${ticketTrackings} where ${ticketTrackings.userId} = ${USER}
        and ${ticketTrackings.firstAnswerAt} is not null)`,
      transfer: hasEvent('transferred'),
      snooze: hasEvent('snoozed'),
      resolve: hasEvent('closed'),
    })
    .from(sql`(select 1)`),
);

/** Undefined when all steps are done, or this user has dismissed the list. */
export async function findFirstSteps(scope: Scope): Promise<FirstStepsView | undefined> {
  requireCan(scope, isAdmin);
  if (await isPutAway(scope, requireUser(scope).id, 'firstSteps')) return undefined;
  const { db } = scope;
  const [line, queue, people, answer] = await Promise.all([
    db.select().from(connections).where(eq(connections.status, 'CONNECTED')).limit(1),
    db.select({ id: queues.id }).from(queues).limit(1),
    db.select({ id: users.id }).from(users).where(isNull(users.disabledAt)).limit(2),
    db
      .select({ id: sql<number>`${ticketTrackings.id}` })
      // Index hint: otherwise SQLite scans all attendances of a company without an answered one.
      .from(sql`${ticketTrackings} indexed by ticket_trackings_answered`)
      .where(isNotNull(ticketTrackings.firstAnswerAt))
      .limit(1),
  ]);
  const steps: FirstStepsView = [
    { key: 'connection', isDone: line.length > 0 },
    { key: 'queue', isDone: queue.length > 0 },
    { key: 'person', isDone: people.length > 1 },
    { key: 'answer', isDone: answer.length > 0 },
  ];
  return steps.every(({ isDone }) => isDone) ? undefined : steps;
}
