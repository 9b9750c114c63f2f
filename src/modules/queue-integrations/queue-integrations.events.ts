import type { Listener } from '@/core/events.ts';
import type { Scope } from '@/core/scope.ts';
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

export const publishCreated: Listener<'integration.created'> = (scope, { integrationId }) =>
  publishChanged(scope, 'create', integrationId);
export const publishUpdated: Listener<'integration.updated'> = (scope, { integrationId }) =>
  publishChanged(scope, 'update', integrationId);
export const publishDeleted: Listener<'integration.deleted'> = (scope, { integrationId }) =>
  publish(scope, { action: 'delete', integrationId });

async function publishChanged(
  scope: Scope,
  action: 'create' | 'update',
  integrationId: number,
): Promise<void> {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  publish(scope, { action, queueIntegration: await getIntegration(scope, integrationId) });
}

function publish(scope: Scope, data: unknown): void {
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'queueIntegration',
    data,
    canReceive: (actor) => canManageIntegrations(actor),
  });
}
