import { outbox as rows } from '@db/tenant/schema/index.ts';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { tenantStatement } from './db/statement.ts';

export const addRow = tenantStatement((db) =>
  db.insert(rows).values({
    lane: sql.placeholder('lane'),
    kind: sql.placeholder('kind'),
    payload: sql.placeholder('payload'),
    dueAt: sql.placeholder('dueAt'),
  }),
);

export const waitingLanes = tenantStatement((db) =>
  db.selectDistinct({ lane: rows.lane }).from(rows).where(isNull(rows.parkedAt)),
);

export const firstOfLane = tenantStatement((db) =>
  db
    .select()
    .from(rows)
    .where(and(eq(rows.lane, sql.placeholder('lane')), isNull(rows.parkedAt)))
    .orderBy(asc(rows.id))
    .limit(1),
);
