import { outbox } from '@db/tenant/schema/index.ts';
import { and, eq, inArray, isNotNull, lt, min } from 'drizzle-orm';
import type { Scope } from '../scope.ts';

const RETAINED_MS = 30 * 86_400_000;

export async function addParked(
  tx: Scope,
  work: { queueKey: string; kind: string; payload: Record<string, unknown>; error: string },
): Promise<void> {
  await tx.db.insert(outbox).values({ ...work, dueAt: tx.now(), parkedAt: tx.now() });
}

export async function resumeParked(tx: Scope, work: { queueKey: string; error: string }): Promise<void> {
  const isIt = and(eq(outbox.queueKey, work.queueKey), eq(outbox.error, work.error));
  await tx.db
    .update(outbox)
    .set({ parkedAt: null })
    .where(and(isNotNull(outbox.parkedAt), isIt));
}

export async function dropParked(scope: Scope, kinds: string[]): Promise<void> {
  const since = new Date(scope.now().getTime() - RETAINED_MS);
  await scope.write((tx) =>
    tx.db.delete(outbox).where(and(lt(outbox.parkedAt, since), inArray(outbox.kind, kinds))),
  );
}

export async function nextForgetting(scope: Scope, kinds: string[]): Promise<Date | null> {
  const [row] = await scope.db
    .select({ at: min(outbox.parkedAt) })
    .from(outbox)
    .where(and(isNotNull(outbox.parkedAt), inArray(outbox.kind, kinds)));
  return row?.at ? new Date(row.at.getTime() + RETAINED_MS + 1) : null;
}
