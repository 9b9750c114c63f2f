import { campaigns } from '@db/tenant/schema/index.ts';
import { and, eq } from 'drizzle-orm';
import type { Listener } from '@/core/events.ts';
import { wakeCampaignsOn } from './campaign-queue.service.ts';

/** Its campaigns check at once what changed; they also check every minute. */
export const followConnection: Listener<'connection.session'> = async (scope, { connectionId }) => {
  const running = await scope.db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.connectionId, connectionId), eq(campaigns.status, 'EM_ANDAMENTO')))
    .limit(1);
  if (running.length > 0) wakeCampaignsOn(scope, connectionId);
};
