import { ticketTrackings } from '@db/tenant/schema/index.ts';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { parameter, tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Scope } from '@/core/scope.ts';
import type { StepMap } from '@/core/steps.ts';
import { findTracking } from '../work/trackings.service.ts';

/** The running attendance further along continues, as the newest of the ticket: all readers take that for the current one. */
export async function joinTrackings(tx: Scope, { from, into }: StepMap['tickets.joining']): Promise<void> {
  const [current, ...others] = await runningIn(tx.db, { from, into });
  for (const { id } of others) await removed(tx.db, { id });
  await moved(tx.db, { from, into });
  const newest = await findTracking(tx, into);
  if (!current || newest?.id === current.id) return;
  await removed(tx.db, { id: current.id });
  const id = Math.max(current.id, ...others.map((other) => other.id));
  await tx.db.insert(ticketTrackings).values({ ...current, id, ticketId: into });
}

const { id, ticketId, createdAt, startedAt, firstAnswerAt, finishedAt } = ticketTrackings;
const isFrom = eq(ticketId, sql.placeholder('from'));

const runningIn = tenantStatement((db) =>
  db
    .select()
    .from(ticketTrackings)
    .where(and(inArray(ticketId, [sql.placeholder('from'), sql.placeholder('into')]), isNull(finishedAt)))
    .orderBy(isNull(startedAt), isNull(firstAnswerAt), createdAt, isFrom, id),
);

const removed = tenantStatement((db) => db.delete(ticketTrackings).where(eq(id, sql.placeholder('id'))));

const moved = tenantStatement((db) =>
  db
    .update(ticketTrackings)
    .set({ ticketId: parameter('into') })
    .where(isFrom),
);
