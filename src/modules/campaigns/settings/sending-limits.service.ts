import { sendingLimits as rows } from '@db/tenant/schema/index.ts';
import { requireCan } from '@/kernel/policy.ts';
import type { Scope } from '@/kernel/scope.ts';
import { getConnection } from '@/modules/connections/connections.queries.ts';
import { canManageCampaigns } from '../campaigns.policy.ts';
import type { SendingLimit } from './sending-limits.schema.ts';

/** Running campaigns keep to it at once. Throws ERR_NO_WAPP_FOUND. */
export async function setSendingLimit(scope: Scope, { connectionId, ...limit }: SendingLimit): Promise<void> {
  requireCan(scope, canManageCampaigns);
  await scope.write(async (tx) => {
    await getConnection(tx, connectionId);
    const set = { ...limit, updatedAt: tx.now() };
    await tx.db
      .insert(rows)
      .values({ connectionId, ...set, createdAt: tx.now() })
      .onConflictDoUpdate({ target: rows.connectionId, set });
    tx.emit('sending-limit.changed', { connectionId });
  });
}
