import { connections } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import type { StepMap } from '@/core/steps.ts';

export async function leaveIntegration(
  tx: Scope,
  { integrationId }: StepMap['integration.deleting'],
): Promise<void> {
  const left = await tx.db
    .update(connections)
    .set({ integrationId: null, updatedAt: tx.now() })
    .where(eq(connections.integrationId, integrationId))
    .returning({ id: connections.id });
  for (const { id: connectionId } of left) tx.emit('connection.updated', { connectionId });
}
