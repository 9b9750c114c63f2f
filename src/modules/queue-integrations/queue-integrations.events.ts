import type { Listener } from '@/kernel/bus.ts';
import type { Scope } from '@/kernel/scope.ts';
import { canManageIntegrations } from './queue-integrations.policy.ts';
import { getIntegration } from './queue-integrations.queries.ts';

export interface IntegrationEvents {
  'integration.created': { integrationId: number };
  'integration.updated': { integrationId: number };
  'integration.deleted': { integrationId: number };
}
declare module '@/kernel/bus.ts' {
  interface EventMap extends IntegrationEvents {}
}

export const tellCreated: Listener<'integration.created'> = (scope, { integrationId }) =>
  tellChanged(scope, 'create', integrationId);
export const tellUpdated: Listener<'integration.updated'> = (scope, { integrationId }) =>
  tellChanged(scope, 'update', integrationId);
export const tellDeleted: Listener<'integration.deleted'> = (scope, { integrationId }) =>
  tell(scope, { action: 'delete', integrationId });

async function tellChanged(scope: Scope, action: 'create' | 'update', integrationId: number): Promise<void> {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  tell(scope, { action, queueIntegration: await getIntegration(scope, integrationId) });
}

function tell(scope: Scope, data: unknown): void {
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'queueIntegration',
    data,
    canHear: (actor) => canManageIntegrations(actor),
  });
}
