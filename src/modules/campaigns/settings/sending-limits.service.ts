import { sendingLimits as rows } from '@db/tenant/schema/index.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { getConnection } from '@/modules/connections/connections.queries.ts';
import { noteChange } from '@/modules/settings/setting-changes.service.ts';
import { canManageCampaigns } from '../campaigns.policy.ts';
import { sendingLimitOf } from './sending-limits.queries.ts';
import type { SendingLimit } from './sending-limits.schema.ts';

/** Takes effect at once. Throws ERR_NO_WAPP_FOUND. */
export async function setSendingLimit(scope: Scope, { connectionId, ...limit }: SendingLimit): Promise<void> {
  requireCan(scope, canManageCampaigns);
  await scope.write(async (tx) => {
    const { name } = await getConnection(tx, connectionId);
    const { connectionId: _id, ...before } = await sendingLimitOf(tx, connectionId);
    const set = { ...limit, updatedAt: tx.now() };
    await tx.db
      .insert(rows)
      .values({ connectionId, ...set, createdAt: tx.now() })
      .onConflictDoUpdate({ target: rows.connectionId, set });
    const toText = (values: typeof limit) => JSON.stringify({ name, ...values });
    await noteChange(tx, {
      key: 'campaign.limit',
      before: toText(before),
      after: toText({ ...before, ...limit }),
    });
    tx.emit('sending-limit.changed', { connectionId });
  });
}
