import { sessions } from '@db/platform/schema/index.ts';
import { pushSubscriptions } from '@db/tenant/schema/index.ts';
import { and, eq, gt } from 'drizzle-orm';
import type { Translate } from '@/core/i18n.ts';
import { type OutboxHandler, type Settle, TryLater } from '@/core/queue/outbox.ts';
import type { Scope } from '@/core/scope.ts';
import { loadTicketViews } from '@/modules/tickets/list/tickets.queries.ts';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { loadActor } from '@/modules/users/users.queries.ts';
import { paths } from '@/paths.ts';
import { contactName } from '@/schemas/phone-number.schema.ts';
import { ticketPath } from '@/ticket-path.ts';
import { canBeNotified } from './notifications.policy.ts';
import { countNotifications } from './notifications.queries.ts';
import { type PushPayload, previewOf } from './notifications.schema.ts';
import { getPreferences } from './preferences.service.ts';

export type Subscription = typeof pushSubscriptions.$inferSelect;

const MAX_TRIES = 4;

export const deliverPush: OutboxHandler<'push.send'> = {
  /** One at a time per person: a slow browser takes one slot only. */
  atOnce: { prefix: 'push', each: 1 },
  run: (scope, { payload: { subscriptionId, ticketId }, attempts }) =>
    pushTo(scope, { subscriptionId, attempts }, (subscription) =>
      ticketId === null ? testText(scope, subscription) : payloadOf(scope, subscription, ticketId),
    ),
  async park() {},
};

type Payload = PushPayload | undefined;

/** Also for other modules' outbox rows. `read` returns the current payload; undefined sends nothing. */
export async function pushTo(
  scope: Scope,
  { subscriptionId, attempts }: { subscriptionId: number; attempts: number },
  read: (subscription: Subscription) => Promise<Payload> | Payload,
): Promise<Settle | undefined> {
  const subscription = await scope.db.query.pushSubscriptions.findFirst({
    where: eq(pushSubscriptions.id, subscriptionId),
  });
  if (!subscription) return undefined;
  if (!(await hasSession(scope, subscription))) return forget(subscriptionId);
  const payload = await read(subscription);
  if (!payload) return undefined;
  try {
    const outcome = await scope.kernel.services.push.send(subscription, JSON.stringify(payload), payload.tag);
    return outcome === 'gone' ? forget(subscriptionId) : undefined;
  } catch (cause) {
    if (attempts + 1 < MAX_TRIES) throw new TryLater('ERR_INTERNAL', { cause });
    scope.log.warn({ err: cause, companyId: scope.companyId, subscriptionId }, 'a push was given up');
    return undefined;
  }
}

/** Nothing goes to a browser after logout; the look-up does not extend the session. */
async function hasSession({ kernel, companyId, now }: Scope, { session }: Subscription): Promise<boolean> {
  const row = await kernel.platform.db.query.sessions.findFirst({
    where: and(
      eq(sessions.idHash, session),
      eq(sessions.companyId, companyId),
      gt(sessions.expiresAt, now()),
    ),
  });
  return row !== undefined;
}

function forget(subscriptionId: number): Settle {
  return async (tx) => {
    await tx.db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, subscriptionId));
  };
}

async function payloadOf(
  scope: Scope,
  { userId, session, locale }: Subscription,
  ticketId: number,
): Promise<PushPayload | undefined> {
  const { kernel, companyId } = scope;
  if (kernel.hub.isWatched(companyId, userId)) return undefined;
  const actor = await loadActor(kernel, companyId, userId, session);
  const ticket = (await loadTicketViews(scope, [ticketId])).get(ticketId);
  if (!actor || !ticket || !canBeNotified(actor, ticket)) return undefined;
  const preferences = await getPreferences(scope, userId);
  if (preferences['notifications.push'] === 'disabled') return undefined;
  const preview = preferences['notifications.preview'] === 'enabled' ? previewOf(ticket.lastMessage) : '';
  const t = kernel.translations.t(locale);
  return {
    title: contactName(ticket.contact),
    body: preview || t('notifications:newMessages', { count: ticket.unreadMessages }),
    ...locationOf(ticket),
    badge: await countNotifications(scope, actor),
    ...(ticket.userId === userId && { reply: replyTo(ticket, t) }),
  };
}

function locationOf({ id, uuid }: TicketView) {
  return { tag: `ticket-${id}`, url: ticketPath(uuid) };
}

function replyTo({ id, uuid, companyId, contact }: TicketView, t: Translate): PushPayload['reply'] {
  const failed = t('notifications:notSent', { name: contactName(contact) });
  const meantFor = `${companyId} ${id} ${uuid}`;
  return { ticketId: id, meantFor, title: t('notifications:reply'), failed };
}

function testText({ kernel }: Scope, { locale }: Subscription): PushPayload {
  const t = kernel.translations.t(locale);
  return {
    title: t('notifications:test.title'),
    body: t('notifications:test.body'),
    tag: 'test',
    url: paths.tickets(),
  };
}
