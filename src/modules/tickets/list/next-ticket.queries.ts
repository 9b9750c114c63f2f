import { tickets } from '@db/tenant/schema/index.ts';
import { and, asc, isNotNull, ne, not, sql } from 'drizzle-orm';
import { tenantStatements } from '@/core/db/driver/prepared-statement.ts';
import type { Scope } from '@/core/scope.ts';
import type { NextTicket } from '../tickets.views.ts';
import { NO_FILTER, whereOf } from './ticket-filter.queries.ts';
import { keyOf } from './tickets.queries.ts';
import { IS_WITH_BOT } from './with-bot.queries.ts';

type Found = { id: number; uuid: string };

/**
 * The customer who has waited longest: in the reader's own tickets first, then among those that wait for people in the
 * reader's queues. `ticket` is null when nobody waits.
 */
export async function findNextTicket(scope: Scope, except: number): Promise<NextTicket> {
  const ticket =
    (await longestWaiting(scope, 'open', except)) ?? (await longestWaiting(scope, 'pending', except));
  return { ticket: ticket ?? null };
}

async function longestWaiting(
  scope: Scope,
  status: 'open' | 'pending',
  except: number,
): Promise<Found | undefined> {
  const filter = { ...NO_FILTER, status };
  const find = firstOnes(keyOf(scope, filter), (db) =>
    db
      .select({ id: tickets.id, uuid: tickets.uuid })
      .from(tickets)
      .where(
        and(
          whereOf(scope, filter),
          isNotNull(tickets.waitingSince),
          ne(tickets.id, sql.placeholder('except')),
          status === 'pending' ? not(IS_WITH_BOT) : undefined,
        ),
      )
      .orderBy(asc(tickets.waitingSince), asc(tickets.id))
      .limit(1),
  );
  const [first] = await find(scope.db, { except });
  return first;
}

const firstOnes = tenantStatements<Found[]>();
