import { sessions } from '@db/platform/schema/index.ts';
import { pushSubscriptions } from '@db/tenant/schema/index.ts';
import { and, eq, gt } from 'drizzle-orm';
import type { Translate } from '@/kernel/i18n.ts';
import { createLanes, type Lanes } from '@/kernel/lanes.ts';
import { type OutboxHandler, type Settle, TryLater } from '@/kernel/outbox.ts';
import type { Scope } from '@/kernel/scope.ts';
import { loadTicketViews } from '@/modules/tickets/list/tickets.queries.ts';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { loadActor } from '@/modules/users/users.queries.ts';
import { paths } from '@/paths.ts';
import { contactName } from '@/phone-number.schema.ts';
import { canBeTold } from './notifications.policy.ts';
import { countNotifications } from './notifications.queries.ts';
import { type PushPayload, previewOf } from './notifications.schema.ts';
import { getPreferences } from './preferences.service.ts';

export type Subscription = typeof pushSubscriptions.$inferSelect;

const MOST_TRIES = 4;

export const deliverPush: OutboxHandler<'push.send'> = {
  run: (scope, { payload: { subscriptionId, ticketId }, attempts }) =>
    pushTo(scope, { subscriptionId, attempts }, (subscription) =>
      ticketId === null ? testWords(scope, subscription) : wordsOf(scope, subscription, ticketId),
    ),
  async park() {},
};

type Words = PushPayload | undefined;

/** For outbox rows of other modules too. `read` gives what is to be said now; undefined says nothing. */
export async function pushTo(
  scope: Scope,
  { subscriptionId, attempts }: { subscriptionId: number; attempts: number },
  read: (subscription: Subscription) => Promise<Words> | Words,
): Promise<Settle | undefined> {
  const subscription = await scope.db.query.pushSubscriptions.findFirst({
    where: eq(pushSubscriptions.id, subscriptionId),
  });
  if (!subscription) return undefined;
  if (!(await hasSession(scope, subscription))) return forget(subscriptionId);
  const words = await read(subscription);
  if (!words) return undefined;
  try {
    const outcome = await inTurn(scope, subscription, () =>
      scope.kernel.services.push.send(subscription, JSON.stringify(words), words.tag),
    );
    return outcome === 'gone' ? forget(subscriptionId) : undefined;
  } catch (cause) {
    if (attempts + 1 < MOST_TRIES) throw new TryLater('ERR_INTERNAL', { cause });
    scope.log.warn({ err: cause, companyId: scope.companyId, subscriptionId }, 'a push was given up');
    return undefined;
  }
}

/** Per company: a slow push service must not delay other companies. */
const AT_ONCE = 8;

declare module '@/kernel/scope.ts' {
  interface Services {
    /** By company. */
    pushLanes: Map<number, Lanes>;
  }
}

/** One at a time per person: a slow browser takes one place only. */
function inTurn<T>(
  { kernel, companyId }: Scope,
  { userId }: Subscription,
  send: () => Promise<T>,
): Promise<T> {
  const { pushLanes: ofAll } = kernel.services;
  const own = ofAll.get(companyId) ?? createLanes(AT_ONCE);
  ofAll.set(companyId, own);
  return own.run(String(userId), send);
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

async function wordsOf(
  scope: Scope,
  { userId, session, locale }: Subscription,
  ticketId: number,
): Promise<PushPayload | undefined> {
  const { kernel, companyId } = scope;
  if (kernel.hub.isWatched(companyId, userId)) return undefined;
  const actor = await loadActor(kernel, companyId, userId, session);
  const ticket = (await loadTicketViews(scope, [ticketId])).get(ticketId);
  if (!actor || !ticket || !canBeTold(actor, ticket)) return undefined;
  const preferences = await getPreferences(scope, userId);
  if (preferences['notifications.push'] === 'disabled') return undefined;
  const preview = preferences['notifications.preview'] === 'enabled' ? previewOf(ticket.lastMessage) : '';
  const t = kernel.translations.t(locale);
  return {
    title: contactName(ticket.contact),
    body: preview || t('notifications:newMessages', { count: ticket.unreadMessages }),
    ...placeOf(ticket),
    badge: await countNotifications(scope, actor),
    ...(ticket.userId === userId && { reply: replyTo(ticket, t) }),
  };
}

function placeOf({ id, uuid }: TicketView) {
  return { tag: `ticket-${id}`, url: paths.ticket(uuid) };
}

function replyTo({ id, uuid, companyId, contact }: TicketView, t: Translate): PushPayload['reply'] {
  const failed = t('notifications:notSent', { name: contactName(contact) });
  const meantFor = `${companyId} ${id} ${uuid}`;
  return { ticketId: id, meantFor, title: t('notifications:reply'), failed };
}

function testWords({ kernel }: Scope, { locale }: Subscription): PushPayload {
  const t = kernel.translations.t(locale);
  return {
    title: t('notifications:test.title'),
    body: t('notifications:test.body'),
    tag: 'test',
    url: paths.tickets(),
  };
}
