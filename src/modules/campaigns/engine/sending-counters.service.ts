import { sendingDays } from '@db/tenant/schema/index.ts';
import { and, type Column, countDistinct, eq, gt, lt, ne, or, sql } from 'drizzle-orm';
import { parameter, tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Scope } from '@/core/scope.ts';
import { today, zonedParts } from '@/core/zoned-time.ts';
import { findConnectionRow } from '@/modules/connections/connections.queries.ts';
import { sendingLimitOf } from '../settings/sending-limits.queries.ts';
import { capOf, type SendingLimit } from '../settings/sending-limits.schema.ts';

export type Status = {
  sent: number;
  newContacts: number;
  replies: number;
  cap: number;
  isQuiet: boolean;
  /** Earlier days on which the number sent campaigns. */
  daysBefore: number;
};

export async function statusOf(scope: Scope, connectionId: number, at = scope.now()): Promise<Status> {
  const { day, time } = zonedParts(at, scope.timeZone);
  const limit = await sendingLimitOf(scope, connectionId);
  const number = await numberOf(scope, connectionId);
  const [known] = await dayOf(scope.db, { connectionId, number, day });
  const [before] = await daysBefore(scope.db, { connectionId, number, day });
  return {
    sent: known?.sent ?? 0,
    newContacts: known?.newContacts ?? 0,
    replies: known?.replies ?? 0,
    cap: capOf(limit, before?.n ?? 0),
    isQuiet: isQuietAt(time, limit),
    daysBefore: before?.n ?? 0,
  };
}

/** `HH:mm`; a later start than end spans midnight. */
export function isQuietAt(
  time: string,
  { quietFrom, quietTo }: Pick<SendingLimit, 'quietFrom' | 'quietTo'>,
): boolean {
  if (quietFrom === '' || quietTo === '') return false;
  return quietFrom <= quietTo ? time >= quietFrom && time < quietTo : time >= quietFrom || time < quietTo;
}

export async function countSent(tx: Scope, connectionId: number, isNew: boolean): Promise<void> {
  await addToDay(tx, connectionId, { sent: 1, fresh: isNew ? 1 : 0, replies: 0 });
}

export async function countReply(tx: Scope, connectionId: number): Promise<void> {
  await addToDay(tx, connectionId, { sent: 0, fresh: 0, replies: 1 });
}

type Counted = { sent: number; fresh: number; replies: number };

async function addToDay(tx: Scope, connectionId: number, counted: Counted): Promise<void> {
  const number = await numberOf(tx, connectionId);
  await oneMore(tx.db, { connectionId, number, day: today(tx), ...counted });
}

const numberOf = async (scope: Scope, connectionId: number): Promise<string> =>
  (await findConnectionRow(scope.db, { connectionId }))?.number ?? '';

const ofConnection = eq(sendingDays.connectionId, sql.placeholder('connectionId'));
const ofNumber = and(eq(sendingDays.number, sql.placeholder('number')), ne(sendingDays.number, ''));
const total = (column: Column) => sql<number>`coalesce(sum(${column}), 0)`;

const dayOf = tenantStatement((db) =>
  db
    .select({
      sent: total(sendingDays.sent),
      newContacts: total(sendingDays.newContacts),
      replies: total(sendingDays.replies),
    })
    .from(sendingDays)
    .where(and(or(ofConnection, ofNumber), eq(sendingDays.day, sql.placeholder('day')))),
);

const daysBefore = tenantStatement((db) =>
  db
    .select({ n: countDistinct(sendingDays.day) })
    .from(sendingDays)
    .where(
      and(
        or(ofNumber, and(ofConnection, eq(sendingDays.number, sql.placeholder('number')))),
        lt(sendingDays.day, sql.placeholder('day')),
        gt(sendingDays.sent, 0),
      ),
    ),
);

const oneMore = tenantStatement((db) =>
  db
    .insert(sendingDays)
    .values({
      connectionId: sql.placeholder('connectionId'),
      number: sql.placeholder('number'),
      day: sql.placeholder('day'),
      sent: sql.placeholder('sent'),
      newContacts: sql.placeholder('fresh'),
      replies: sql.placeholder('replies'),
    })
    .onConflictDoUpdate({
      target: [sendingDays.connectionId, sendingDays.day],
      set: {
        number: sql`coalesce(nullif(${parameter('number')}, ''), ${sendingDays.number})`,
        sent: sql`${sendingDays.sent} + ${parameter('sent')}`,
        newContacts: sql`${sendingDays.newContacts} + ${parameter('fresh')}`,
        replies: sql`${sendingDays.replies} + ${parameter('replies')}`,
      },
    }),
);
