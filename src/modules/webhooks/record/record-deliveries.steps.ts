import { webhookDeliveries, webhooks } from '@db/tenant/schema/index.ts';
import { and, desc, eq } from 'drizzle-orm';
import { isDatabaseTrouble } from '@/core/db/driver/database-errors.ts';
import type { Event } from '@/core/events.ts';
import { asSystem, type Scope } from '@/core/scope.ts';
import { hasFeature } from '@/modules/companies/plan-features.policy.ts';
import { addToQueue } from '../deliver/delivery-queues.service.ts';
import type { WebhookRow } from '../webhooks.queries.ts';
import { type Notification, tellingsOf } from './webhook-notifications.queries.ts';

/** Last step of a transaction. An internal error here must not roll back a customer's message. */
export async function recordDeliveries(tx: Scope, { events }: { events: readonly Event[] }): Promise<void> {
  const hooks = await hooksOf(tx);
  if (hooks.length === 0 || !(await hasFeature(tx, 'useExternalApi'))) return;
  try {
    const wanted = new Set(hooks.flatMap((hook) => hook.events));
    await recordTellings(tx, hooks, await tellingsOf(asSystem(tx), events, wanted));
  } catch (error) {
    if (isDatabaseTrouble(error)) throw error;
    tx.log.error({ err: error, companyId: tx.companyId }, 'receivers are not told of a change');
  }
}

/** Includes paused ones: their deliveries wait for three days. */
export function hooksOf(tx: Scope): Promise<WebhookRow[]> {
  return tx.remember([webhooks], 'webhooks', () => tx.db.select().from(webhooks));
}

export async function recordTellings(
  tx: Scope,
  hooks: WebhookRow[],
  tellings: Notification[],
): Promise<void> {
  for (const notification of tellings)
    for (const hook of hooks)
      if (hook.events.includes(notification.event) && !(await isKnown(tx, hook, notification)))
        await store(tx, hook, notification);
}

async function isKnown(tx: Scope, hook: WebhookRow, notification: Notification): Promise<boolean> {
  const { event, subject, repeats, since, data } = notification;
  if (repeats === 'always') return false;
  if (repeats === 'once' && since && since < hook.createdAt) return true;
  const [last] = await tx.db
    .select({ body: webhookDeliveries.body })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.webhookId, hook.id),
        eq(webhookDeliveries.subject, subject),
        eq(webhookDeliveries.event, event),
      ),
    )
    .orderBy(desc(webhookDeliveries.id))
    .limit(1);
  if (!last || repeats === 'once') return last !== undefined;
  return JSON.stringify((JSON.parse(last.body) as { data: unknown }).data) === JSON.stringify(data);
}

async function store(
  tx: Scope,
  hook: WebhookRow,
  { event, subject, queueKey, data }: Notification,
): Promise<void> {
  await tx.db.insert(webhookDeliveries).values({
    uuid: newUuid(tx),
    webhookId: hook.id,
    event,
    subject,
    queueKey,
    body: bodyOf(tx, event, data),
    waitingSince: tx.now(),
    createdAt: tx.now(),
  });
  await addToQueue(tx, hook, queueKey);
}

export const newUuid = ({ kernel }: Scope) => `msg_${kernel.ids.uuid().replaceAll('-', '')}`;

export function bodyOf(tx: Scope, type: string, data: object): string {
  return JSON.stringify({ type, timestamp: tx.now().toISOString(), data });
}
