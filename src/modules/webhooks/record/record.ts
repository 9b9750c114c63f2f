import { webhookDeliveries, webhooks } from '@db/tenant/schema/index.ts';
import { and, desc, eq } from 'drizzle-orm';
import type { Event } from '@/kernel/bus.ts';
import { isDatabaseTrouble } from '@/kernel/db/trouble.ts';
import { asSystem, type Scope } from '@/kernel/scope.ts';
import { hasFeature } from '@/modules/companies/plan-features.ts';
import { addToLane } from '../deliver/lanes.ts';
import type { WebhookRow } from '../webhooks.queries.ts';
import { type Telling, tellingsOf } from './tellings.ts';

/**
 * The last step of a transaction: what it did and what receivers will be told of it are stored together or not at all.
 * What cannot be told (a fault of ours) must not undo what a customer wrote.
 */
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

/** Also those that are paused: what happens meanwhile waits for three days. */
export function hooksOf(tx: Scope): Promise<WebhookRow[]> {
  return tx.remember([webhooks], 'webhooks', () => tx.db.select().from(webhooks));
}

/** Joins the transaction. */
export async function recordTellings(tx: Scope, hooks: WebhookRow[], tellings: Telling[]): Promise<void> {
  for (const telling of tellings)
    for (const hook of hooks)
      if (hook.events.includes(telling.event) && !(await isKnown(tx, hook, telling)))
        await store(tx, hook, telling);
}

async function isKnown(tx: Scope, hook: WebhookRow, telling: Telling): Promise<boolean> {
  const { event, subject, repeats, since, data } = telling;
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

async function store(tx: Scope, hook: WebhookRow, { event, subject, lane, data }: Telling): Promise<void> {
  await tx.db.insert(webhookDeliveries).values({
    uuid: newUuid(tx),
    webhookId: hook.id,
    event,
    subject,
    lane,
    body: bodyOf(tx, event, data),
    waitingSince: tx.now(),
    createdAt: tx.now(),
  });
  await addToLane(tx, hook, lane);
}

export const newUuid = ({ kernel }: Scope) => `msg_${kernel.ids.uuid().replaceAll('-', '')}`;

export function bodyOf(tx: Scope, type: string, data: object): string {
  return JSON.stringify({ type, timestamp: tx.now().toISOString(), data });
}
