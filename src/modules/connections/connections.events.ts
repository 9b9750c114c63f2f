import { type ContractNames, companyEvent } from '@/core/realtime/contract-events.ts';
import type { Scope } from '@/core/scope.ts';
import type { WhatsApp } from '@/whatsapp/port.ts';
import { canManageConnections, canReadConnections } from './connections.policy.ts';
import { findConnection, withoutPairing } from './connections.queries.ts';
import type { ConnectionView } from './connections.views.ts';

export interface ConnectionEvents {
  'connection.created': { connectionId: number };
  'connection.updated': { connectionId: number };
  'connection.deleted': { connectionId: number };
  'connection.session': { connectionId: number };
}
declare module '@/core/events.ts' {
  interface EventMap extends ConnectionEvents {}
}

declare module '@/core/scope.ts' {
  interface Services {
    whatsapp: WhatsApp;
  }
}

export const connectionContract: ContractNames = {
  whatsappSession: (companyId, data) => [
    companyEvent(companyId, 'whatsappSession', data),
    { name: 'whatsappSession', data },
  ],
};

export async function publishConnectionChanged(
  scope: Scope,
  { connectionId }: { connectionId: number },
): Promise<void> {
  await publish(scope, connectionId, 'whatsapp', (whatsapp) => ({ action: 'update', whatsapp }));
}

export function publishConnectionDeleted(scope: Scope, { connectionId }: { connectionId: number }): void {
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'whatsapp',
    data: { action: 'delete', whatsappId: connectionId },
    canReceive: (actor) => canReadConnections(actor),
  });
}

export async function publishSessionChanged(
  scope: Scope,
  { connectionId }: { connectionId: number },
): Promise<void> {
  await publish(scope, connectionId, 'whatsappSession', (session) => ({ action: 'update', session }));
}

/** The pairing code goes only to people who may pair. */
async function publish(
  scope: Scope,
  connectionId: number,
  channel: 'whatsapp' | 'whatsappSession',
  payload: (view: ConnectionView) => unknown,
): Promise<void> {
  const { hub } = scope.kernel;
  if (!hub.hasListeners(scope.companyId)) return;
  const view = await findConnection(scope, connectionId);
  if (!view) return;
  hub.deliver(scope.companyId, {
    channel,
    data: payload(view),
    canReceive: (actor) => canManageConnections(actor),
  });
  hub.deliver(scope.companyId, {
    channel,
    data: payload(withoutPairing(view)),
    canReceive: (actor) => canReadConnections(actor) && !canManageConnections(actor),
  });
}
