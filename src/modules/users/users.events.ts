import type { Scope } from '@/kernel/scope.ts';
import { getUser, loadActor } from './users.queries.ts';

declare module '@/kernel/bus.ts' {
  interface EventMap {
    'user.updated': { userId: number };
  }
}

/** Pages of the company hear of the person; his own sockets act with the new rights from now on, or end with him. */
export async function tellUserUpdated(scope: Scope, userId: number): Promise<void> {
  const { hub } = scope.kernel;
  const actor = await loadActor(scope.kernel, scope.companyId, userId, '');
  if (!actor) return hub.closeUser(scope.companyId, userId, 'expired');
  hub.replaceActor(actor);
  if (!hub.hasListeners(scope.companyId)) return;
  const user = await getUser(scope, userId);
  hub.deliver(scope.companyId, {
    channel: 'user',
    data: { action: 'update', user },
    canHear: (listener) => listener.profile === 'admin' || listener.id === userId,
  });
}
