import type { Listener } from '@/kernel/bus.ts';
import { getUser, loadActor } from './users.queries.ts';

export interface UserEvents {
  'user.updated': { userId: number };
}
declare module '@/kernel/bus.ts' {
  interface EventMap extends UserEvents {}
}

export const tellUserUpdated: Listener<'user.updated'> = async (scope, { userId }) => {
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
};
