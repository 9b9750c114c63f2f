import type { Listener } from '@/core/events.ts';
import type { LiveMessage } from '@/core/realtime/hub.ts';
import type { Actor, Scope } from '@/core/scope.ts';
import { canReadUser } from './users.policy.ts';
import { findUser, loadActor } from './users.queries.ts';
import type { UserView } from './users.views.ts';

export interface UserEvents {
  'user.created': { userId: number };
  'user.updated': { userId: number };
  'user.deleted': { userId: number };
}
declare module '@/core/events.ts' {
  interface EventMap extends UserEvents {}
}

export const publishUserCreated: Listener<'user.created'> = (scope, { userId }) =>
  publishToPerson(scope, 'create', userId);

export const publishUserUpdated: Listener<'user.updated'> = async (scope, { userId }) => {
  await renewRights(scope, userId);
  await publishToPerson(scope, 'update', userId);
};

export const publishUserDeleted: Listener<'user.deleted'> = async (scope, { userId }) => {
  await renewRights(scope, userId);
  // The contract has the id as a string here.
  publish(scope, { action: 'delete', userId: String(userId) }, () => true);
};

/** For open sockets; HTTP requests load the rights each time. */
async function renewRights({ kernel, companyId }: Scope, userId: number): Promise<void> {
  const actor = await loadActor(kernel, companyId, userId, '');
  if (actor) kernel.hub.replaceActor(actor);
  else kernel.hub.closeUser(companyId, userId, 'expired');
}

async function publishToPerson(scope: Scope, action: 'create' | 'update', userId: number): Promise<void> {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  const user = await findUser(scope, userId);
  if (!user) return;
  const isReader = (actor: Actor) => canReadUser(actor, user);
  publish(scope, { action, user }, isReader);
  publish(scope, { action, user: asColleague(user) }, (actor) => !isReader(actor));
}

/** The fields that everybody may read in the list of users. */
function asColleague({
  super: _,
  tokenVersion,
  whatsappId,
  allTicket,
  language,
  company,
  ...person
}: UserView) {
  return { ...person, company: { id: company.id, name: company.name } };
}

function publish(scope: Scope, data: unknown, canReceive: LiveMessage['canReceive']): void {
  scope.kernel.hub.deliver(scope.companyId, { channel: 'user', data, canReceive });
}
