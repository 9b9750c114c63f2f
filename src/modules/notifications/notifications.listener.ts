import { messages, pushSubscriptions, userPreferences, users } from '@db/tenant/schema/index.ts';
import { and, eq } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Listener } from '@/core/events.ts';
import type { Scope } from '@/core/scope.ts';
import { loadTicketViews } from '@/modules/tickets/list/tickets.queries.ts';
import { loadActor } from '@/modules/users/users.queries.ts';
import { canBeNotified } from './notifications.policy.ts';
import type { PreferenceKey } from './preferences.schema.ts';
import { addPush } from './push-subscriptions.service.ts';

export const pushMessage: Listener<'message.created'> = async (scope, { messageId, ticketId }) => {
  const wanted = await listPushedBrowsers(scope);
  if (wanted.length === 0) return;
  const message = await scope.db.query.messages.findFirst({ where: eq(messages.id, messageId) });
  const ticket = (await loadTicketViews(scope, [ticketId])).get(ticketId);
  if (!message || message.fromMe || !ticket) return;
  const { kernel, companyId } = scope;
  for (const { id, userId, session } of wanted) {
    if (kernel.hub.isWatched(companyId, userId)) continue;
    const actor = await loadActor(kernel, companyId, userId, session);
    if (!actor || !canBeNotified(actor, ticket)) continue;
    await scope.write((tx) => addPush(tx, userId, { subscriptionId: id, ticketId }));
  }
};

const PUSH: PreferenceKey = 'notifications.push';

export function listPushedBrowsers(scope: Scope) {
  const read = [pushSubscriptions, userPreferences, users];
  return scope.remember(read, 'wants push', () => wantedBrowsers(scope.db));
}

const wantedBrowsers = tenantStatement((db) =>
  db
    .select({
      id: pushSubscriptions.id,
      userId: pushSubscriptions.userId,
      session: pushSubscriptions.session,
    })
    .from(pushSubscriptions)
    .innerJoin(
      userPreferences,
      and(
        eq(userPreferences.userId, pushSubscriptions.userId),
        eq(userPreferences.key, PUSH),
        eq(userPreferences.value, 'enabled'),
      ),
    ),
);
