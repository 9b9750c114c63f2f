import { outbox } from '@db/tenant/schema/index.ts';
import { and, inArray, lt } from 'drizzle-orm';
import type { Scope } from './scope.ts';

const KEPT_MS = 30 * 86_400_000;

/** Drops work of these kinds that was given up more than 30 days ago: whoever waited for it was told then. */
export async function dropParked(scope: Scope, kinds: string[]): Promise<void> {
  const since = new Date(scope.now().getTime() - KEPT_MS);
  await scope.write((tx) =>
    tx.db
      .delete(outbox)
      .where(and(lt(outbox.parkedAt, since), inArray(outbox.kind, kinds)))
      .then(() => undefined),
  );
}
