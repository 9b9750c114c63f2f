import { connections, queues, users } from '@db/tenant/schema/index.ts';
import { and, type SQL, sql, type Table } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { ChosenId } from '../../schemas/list-filter.schema.ts';
import type { Whose } from './dashboard.schema.ts';

type Columns = Record<'userId' | 'queueId', SQLiteColumn>;

/** The `+` keeps the columns' indexes unused: the period or the status finds the rows. */
export function isOf({ queueId, userId }: Whose, columns: Columns): SQL | undefined {
  return and(
    queueId === undefined ? undefined : sql`+${columns.queueId} is ${idOf(queueId)}`,
    userId === undefined ? undefined : sql`+${columns.userId} is ${idOf(userId)}`,
  );
}

export const idOf = (chosen: NonNullable<ChosenId>): number | null => (chosen === 'none' ? null : chosen);

export const isAnybody = ({ queueId, userId }: Whose): boolean =>
  queueId === undefined && userId === undefined;

/** Every combination of a person `u`, a queue `q` and a connection `c`, or those chosen. */
export const groupsOf = ({ userId, queueId, whatsappId }: Whose & { whatsappId?: ChosenId }): SQL =>
  sql`${among(users, userId)} u, ${among(queues, queueId)} q, ${among(connections, whatsappId)} c`;

const among = (table: Table, chosen: ChosenId): SQL =>
  chosen === undefined
    ? sql`(select id from ${table} union all select null)`
    : sql`(select ${idOf(chosen)} as id)`;
