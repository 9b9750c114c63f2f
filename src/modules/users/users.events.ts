import type { Listener } from '@/kernel/bus.ts';
import type { LiveMessage } from '@/kernel/live/hub.ts';
import type { Scope } from '@/kernel/scope.ts';
import { findUser, loadActor } from './users.queries.ts';

export interface UserEvents {
  'user.created': { userId: number };
  'user.updated': { userId: number };
  'user.deleted': { userId: number };
}
declare module '@/kernel/bus.ts' {
  interface EventMap extends UserEvents {}
}

export const tellUserCreated: Listener<'user.created'> = (scope, { userId }) =>
  tellPerson(scope, 'create', userId);

export const tellUserUpdated: Listener<'user.updated'> = async (scope, { userId }) => {
  await renewRights(scope, userId);
  await tellPerson(scope, 'update', userId);
};

export const tellUserDeleted: Listener<'user.deleted'> = async (scope, { userId }) => {
  await renewRights(scope, userId);
  // The contract has the id as a text here.
  tell(scope, { action: 'delete', userId: String(userId) }, ({ profile }) => profile === 'admin');
};

/** On lines that are open; calls ask for the rights each time. */
async function renewRights({ kernel, companyId }: Scope, userId: number): Promise<void> {
  const actor = await loadActor(kernel, companyId, userId, '');
  if (actor) kernel.hub.replaceActor(actor);
  else kernel.hub.closeUser(companyId, userId, 'expired');
}

async function tellPerson(scope: Scope, action: 'create' | 'update', userId: number): Promise<void> {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  const user = await findUser(scope, userId);
  if (!user) return;
  tell(scope, { action, user }, ({ profile, id }) => profile === 'admin' || id === userId);
}

function tell(scope: Scope, data: unknown, canHear: LiveMessage['canHear']): void {
  scope.kernel.hub.deliver(scope.companyId, { channel: 'user', data, canHear });
}
