import { connections, queues, users } from '@db/tenant/schema/index.ts';
import { sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Scope } from '@/core/scope.ts';
import { recordTicketEvent } from '../history/record-ticket-event.service.ts';
import type { TicketRow } from '../list/tickets.queries.ts';
import type { TicketEventType } from '../tickets.schema.ts';

export type Assignment = Pick<TicketRow, 'status' | 'userId' | 'queueId' | 'connectionId'>;

export type AssignmentNames = { queue: string | null; user: string | null; connection: string | null };

/** Automatic changes: their history text is `tickets:event.<cause>`. */
export type MoveCause = 'expired' | 'assigned' | 'answered' | 'byMachine';

type Change = { before: Assignment; after: Assignment; to: AssignmentNames; cause?: MoveCause };

export async function recordChange(
  tx: Scope,
  ticketId: number,
  { before, after, to, cause }: Change,
): Promise<void> {
  const type = cause === 'answered' ? 'accepted' : changeType(before, after);
  if (!type) return;
  const from = type === 'transferred' ? await namesOf(tx, before) : to;
  await recordTicketEvent(tx, {
    ticketId,
    type,
    data: { ...dataOf(type, from, to), ...(cause && { cause }) },
  });
}

export function changeType(before: Assignment, after: Assignment): TicketEventType | undefined {
  const isMoved = before.queueId !== after.queueId || before.connectionId !== after.connectionId;
  if (after.status === 'closed') return before.status === 'closed' ? undefined : 'closed';
  if (before.status === 'closed') return 'reopened';
  if (isMoved) return 'transferred';
  if (before.status === 'pending' && after.status === 'open') return 'accepted';
  if (before.status === 'open' && after.status === 'pending') return 'returned';
  return before.userId === after.userId ? undefined : 'transferred';
}

function dataOf(
  type: TicketEventType,
  from: AssignmentNames,
  to: AssignmentNames,
): Record<string, string | null> {
  if (type === 'transferred') {
    const toConnection = from.connection === to.connection ? null : to.connection;
    return { fromQueue: from.queue, toQueue: to.queue, fromUser: from.user, toUser: to.user, toConnection };
  }
  return { queue: to.queue, name: to.user };
}

export async function namesOf(tx: Scope, assignment: Assignment): Promise<AssignmentNames> {
  const { queueId, userId, connectionId } = assignment;
  const [names] = await assignmentNames(tx.db, { queueId, userId, connectionId });
  return names ?? { queue: null, user: null, connection: null };
}

const nameIn = (table: typeof queues | typeof users | typeof connections, id: string) =>
  sql<string | null>`(select ${table.name} from ${table} where ${table.id} = ${sql.placeholder(id)})`;

const assignmentNames = tenantStatement((db) =>
  db
    .select({
      queue: nameIn(queues, 'queueId'),
      user: nameIn(users, 'userId'),
      connection: nameIn(connections, 'connectionId'),
    })
    .from(sql`(select 1)`),
);
