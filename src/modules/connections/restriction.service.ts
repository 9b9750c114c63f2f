import { connections } from '@db/tenant/schema/index.ts';
import { and, eq, isNotNull } from 'drizzle-orm';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { canManageConnections } from './connections.policy.ts';

declare module '@/core/steps.ts' {
  interface StepMap {
    /** WhatsApp temporarily stops the number from starting conversations. */
    'connection.restricted': { connectionId: number };
  }
}

/** `until` in milliseconds since 1970; null when the restriction is over. */
export async function recordRestriction(
  scope: Scope,
  connectionId: number,
  until: number | null,
): Promise<void> {
  requireCan(scope, canManageConnections);
  await scope.write(async (tx) => {
    const [row] = await tx.db
      .update(connections)
      .set({ restrictedUntil: until === null ? null : new Date(until) })
      .where(eq(connections.id, connectionId))
      .returning({ restrictedUntil: connections.restrictedUntil });
    if (!row) return;
    tx.emit('connection.session', { connectionId });
    if (isRestricted(row, tx.now()))
      await tx.kernel.steps.take(tx, 'connection.restricted', { connectionId });
  });
}

export async function forgetRestriction(tx: Scope, connectionId: number): Promise<void> {
  await tx.db
    .update(connections)
    .set({ restrictedUntil: null })
    .where(and(eq(connections.id, connectionId), isNotNull(connections.restrictedUntil)));
}

export function isRestricted({ restrictedUntil }: { restrictedUntil: Date | null }, now: Date): boolean {
  return restrictedUntil !== null && restrictedUntil > now;
}
