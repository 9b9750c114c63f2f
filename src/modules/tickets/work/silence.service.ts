import { tickets } from '@db/tenant/schema/index.ts';
import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import { parameter, tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Scope } from '@/core/scope.ts';

/** Must match the condition of the index `tickets_answered`. */
export const IS_ANSWERED = sql`${tickets.status} = 'open' and ${tickets.answeredAt} is not null`;

/** A snoozed ticket does not wait for the customer. */
export const silenceAnew = (now: Date): SQL =>
  sql`case when ${tickets.answeredAt} is not null then ${now.getTime()} end`;

/** A clock that was set back left answers in the future: restarts their silence. */
export async function takeBackFutureAnswers(tx: Scope, connectionId: number): Promise<void> {
  await takenBack(tx.db, { connectionId, now: tx.now() });
}

const takenBack = tenantStatement((db) =>
  db
    .update(tickets)
    .set({ answeredAt: parameter('now') })
    .where(
      and(
        eq(tickets.connectionId, sql.placeholder('connectionId')),
        IS_ANSWERED,
        gt(tickets.answeredAt, sql.placeholder('now')),
      ),
    ),
);
