import { outbox } from '@db/tenant/schema/index.ts';
import { and, asc, eq, gt, isNull, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { tenantStatement } from '../db/driver/prepared-statement.ts';
import type { Scope } from '../scope.ts';
import type { OutboxKind, OutboxKinds } from './outbox.ts';

export async function changeLater<K extends OutboxKind, F extends keyof OutboxKinds[K] & string>(
  tx: Scope,
  { kind, id, where }: { kind: K; id: number; where: [field: keyof OutboxKinds[K] & string, value: number] },
  [field, value]: [field: F, value: OutboxKinds[K][F]],
): Promise<boolean> {
  const [named, same] = where;
  const [later] = await tx.db
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        eq(outbox.kind, kind),
        gt(outbox.id, id),
        isNull(outbox.parkedAt),
        eq(sql`json_extract(${outbox.payload}, ${`$.${named}`})`, same),
      ),
    )
    .orderBy(asc(outbox.id))
    .limit(1);
  if (!later) return false;
  await tx.db
    .update(outbox)
    .set({ payload: sql`json_set(${outbox.payload}, ${`$.${field}`}, json(${JSON.stringify(value)}))` })
    .where(eq(outbox.id, later.id));
  return true;
}

/** Also what is parked or running. */
export async function dropWork<K extends OutboxKind>(
  tx: Scope,
  kind: K,
  [field, value]: [field: keyof OutboxKinds[K] & string, value: number],
): Promise<void> {
  const same = eq(sql`json_extract(${outbox.payload}, ${`$.${field}`})`, value);
  await tx.db.delete(outbox).where(and(eq(outbox.kind, kind), same));
}

export function isToBeSent(kind: SQL, [field, value]: [field: string, value: SQLWrapper]): SQL {
  return sql`exists (select 1 from ${outbox} where ${outbox.kind} = ${kind} and ${outbox.parkedAt} is null
    and json_extract(${outbox.payload}, ${sql.raw(`'$.${field}'`)}) = ${value})`;
}

/** Bounds of all queue keys that begin with the prefix: `;` follows `:`. */
export const queuesOf = (prefix: string) => ({ from: `${prefix}:`, to: `${prefix};` });

export function isInQueuesOf(prefix: string): SQL | undefined {
  const { from, to } = queuesOf(prefix);
  return and(gt(outbox.queueKey, from), lt(outbox.queueKey, to));
}

export async function isQueueWaiting(tx: Scope, queueKey: string): Promise<boolean> {
  return (await waitingIn(tx.db, { queueKey })).length > 0;
}

const waitingIn = tenantStatement((db) =>
  db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isNull(outbox.parkedAt), eq(outbox.queueKey, sql.placeholder('queueKey'))))
    .limit(1),
);
