import { webhookDeliveries } from '@db/tenant/schema/index.ts';
import { and, desc, eq, sql } from 'drizzle-orm';
import { isDatabaseTrouble } from '@/core/db/driver/database-errors.ts';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Event } from '@/core/events.ts';
import { asSystem, type Scope } from '@/core/scope.ts';
import { hasFeature } from '@/modules/companies/plan-features.policy.ts';
import { addToQueue } from '../deliver/delivery-queues.service.ts';
import { allHooks, type WebhookRow } from '../webhooks.queries.ts';
import { bodyOf, NOT_FORMED } from './delivery-body.queries.ts';
import { isNotification, type Notification, notificationsOf } from './webhook-notifications.queries.ts';

/** Last step of a transaction. An internal error here must not roll back a customer's message. */
export async function recordDeliveries(tx: Scope, { events }: { events: readonly Event[] }): Promise<void> {
  if (!events.some(isNotification)) return;
  const hooks = await activeHooks(tx);
  if (hooks.length === 0 || !(await hasFeature(tx, 'useExternalApi'))) return;
  try {
    const wanted = new Set(hooks.flatMap((hook) => hook.events));
    await recordNotifications(tx, hooks, await notificationsOf(asSystem(tx), events, wanted));
  } catch (error) {
    if (isDatabaseTrouble(error)) throw error;
    tx.log.error({ err: error, companyId: tx.companyId }, 'the deliveries of a change could not be recorded');
  }
}

/** Includes those that were paused for failures: their deliveries wait for three days. */
export async function activeHooks(tx: Scope): Promise<WebhookRow[]> {
  return (await allHooks(tx)).filter(({ isActive }) => isActive);
}

export async function recordNotifications(
  tx: Scope,
  hooks: WebhookRow[],
  notifications: Notification[],
): Promise<void> {
  for (const notification of notifications)
    for (const hook of hooks)
      if (hook.events.includes(notification.event) && !(await isKnown(tx, hook, notification)))
        await store(tx, hook, notification);
}

async function isKnown(tx: Scope, hook: WebhookRow, notification: Notification): Promise<boolean> {
  const { event, subject, repeats, since, data } = notification;
  if (repeats === 'always') return false;
  if (repeats === 'once' && since && since < hook.createdAt) return true;
  const [last] = await lastAbout(tx.db, { webhookId: hook.id, subject, event });
  if (!last || repeats === 'once') return last !== undefined;
  return JSON.stringify((JSON.parse(last.body) as { data: unknown }).data) === JSON.stringify(data);
}

const lastAbout = tenantStatement((db) =>
  db
    .select({ body: webhookDeliveries.body })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.webhookId, sql.placeholder('webhookId')),
        eq(webhookDeliveries.subject, sql.placeholder('subject')),
        eq(webhookDeliveries.event, sql.placeholder('event')),
      ),
    )
    .orderBy(desc(webhookDeliveries.id))
    .limit(1),
);

async function store(
  tx: Scope,
  hook: WebhookRow,
  { event, subject, queueKey, data }: Notification,
): Promise<void> {
  const body = data === undefined ? NOT_FORMED : bodyOf(event, tx.now(), data);
  await addDelivery(tx.db, {
    uuid: newUuid(tx),
    ...{ webhookId: hook.id, event, subject, queueKey, body },
    now: tx.now(),
  });
  await addToQueue(tx, hook, queueKey);
}

const addDelivery = tenantStatement((db) =>
  db.insert(webhookDeliveries).values({
    uuid: sql.placeholder('uuid'),
    webhookId: sql.placeholder('webhookId'),
    event: sql.placeholder('event'),
    subject: sql.placeholder('subject'),
    queueKey: sql.placeholder('queueKey'),
    body: sql.placeholder('body'),
    waitingSince: sql.placeholder('now'),
    createdAt: sql.placeholder('now'),
  }),
);

export const newUuid = ({ kernel }: Scope) => `msg_${kernel.ids.uuid().replaceAll('-', '')}`;
