import { outbox as rows } from '@db/tenant/schema/index.ts';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { tenantStatement } from '../db/driver/prepared-statement.ts';

export const addRow = tenantStatement((db) =>
  db.insert(rows).values({
    queueKey: sql.placeholder('queueKey'),
    kind: sql.placeholder('kind'),
    payload: sql.placeholder('payload'),
    dueAt: sql.placeholder('dueAt'),
  }),
);

export const waitingQueues = tenantStatement((db) =>
  db.selectDistinct({ queueKey: rows.queueKey }).from(rows).where(isNull(rows.parkedAt)),
);

export const firstOfQueue = tenantStatement((db) =>
  db
    .select()
    .from(rows)
    .where(and(eq(rows.queueKey, sql.placeholder('queueKey')), isNull(rows.parkedAt)))
    .orderBy(asc(rows.id))
    .limit(1),
);
