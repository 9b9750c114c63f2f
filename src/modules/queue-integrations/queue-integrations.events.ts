import { liveRecord } from '@/core/realtime/live-record.ts';
import { canManageIntegrations } from './queue-integrations.policy.ts';
import { getIntegration } from './queue-integrations.queries.ts';

export interface IntegrationEvents {
  'integration.created': { integrationId: number };
  'integration.updated': { integrationId: number };
  'integration.deleted': { integrationId: number };
}
declare module '@/core/events.ts' {
  interface EventMap extends IntegrationEvents {}
}

export const liveIntegration = liveRecord({
  ...{ channel: 'queueIntegration', id: 'integrationId', record: 'queueIntegration' },
  find: getIntegration,
  canReceive: canManageIntegrations,
});
