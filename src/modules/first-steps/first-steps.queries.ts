import {
  connectionQueues,
  connections,
  queues,
  ticketTrackings,
  userPreferences,
  userQueues,
  users,
} from '@db/tenant/schema/index.ts';
import { eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { isAdmin, requireCan, requireUser } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { isPutAway } from '@/modules/notifications/preferences.service.ts';
import type { FirstStepsView, SetupHints } from './first-steps.views.ts';
import { findSetupGaps } from './setup-gaps.queries.ts';

const READ = [connections, connectionQueues, queues, ticketTrackings, userPreferences, userQueues, users];

/** Null for all but administrators. */
export async function findSetupHints(scope: Scope): Promise<SetupHints | null> {
  if (!isAdmin(scope.actor)) return null;
  return scope.remember(READ, `setup-hints:${requireUser(scope).id}`, async () => ({
    steps: await findFirstSteps(scope),
    gaps: await findSetupGaps(scope),
  }));
}

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
