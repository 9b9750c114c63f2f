import { webhookDeliveries, webhooks } from '@db/tenant/schema/index.ts';
import { and, asc, count, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { audit } from '@/core/audit/audit.ts';
import { auditChange, auditGone, auditNew } from '@/core/audit/audit-rows.ts';
import { yieldToLoop } from '@/core/clock.ts';
import { deleteInParts } from '@/core/db/delete-in-parts.ts';
import { insertedRow } from '@/core/db/inserted-row.ts';
import { InvalidInput } from '@/core/errors.ts';
import { isAdmin, requireCan, requireRecentAuthentication } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { requireCallable } from '@/core/security/callable-address.ts';
import { newSecret } from '@/core/security/standard-webhooks.ts';
import { zonedTime } from '@/core/zoned-time.ts';
import {
  addToQueue,
  DELIVERIES_AT_ONCE,
  dropWaiting,
  startAfresh,
} from './deliver/delivery-queues.service.ts';
import { secretsOf, webhookSecret } from './webhook-secret.logic.ts';
import { getWebhook, requireDelivery, requireHook, type WebhookRow } from './webhooks.queries.ts';
import { MAX_WEBHOOKS, type ReplayRange, type WebhookInput } from './webhooks.schema.ts';
import type { NewWebhookView, WebhookView } from './webhooks.views.ts';

type OfWebhook = { webhookId: number };

/** The only display of the secret. Throws ERR_PROOF_REQUIRED, InvalidInput on `name`, `url`, `form`. */
export async function createWebhook(scope: Scope, input: WebhookInput): Promise<NewWebhookView> {
  requireCan(scope, isAdmin);
  requireRecentAuthentication(scope);
  requireCallable(scope, 'url', input.url);
  const { id, secret } = await scope.write(async (tx) => {
    const [known] = await tx.db.select({ n: count() }).from(webhooks);
    if ((known?.n ?? 0) >= MAX_WEBHOOKS) throw new InvalidInput({ form: 'webhooks:errors.many' });
    await requireFreeName(tx, input.name);
    const stamps = { createdAt: tx.now(), updatedAt: tx.now() };
    const row = await tx.db
      .insert(webhooks)
      .values({ ...input, secret: '', ...stamps })
      .returning({ id: webhooks.id })
      .then(insertedRow);
    const secret = await putSecret(tx, row.id, {});
    await auditNew(tx, 'webhook.created', webhooks, row.id);
    tx.emit('webhook.changed', { webhookId: row.id, action: 'create' });
    return { id: row.id, secret };
  });
  return { ...(await getWebhook(scope, id)), secret };
}

/** Throws ERR_NO_WEBHOOK_FOUND, ERR_PROOF_REQUIRED for another address or more events, InvalidInput as `createWebhook`. */
export async function updateWebhook(scope: Scope, input: WebhookInput & OfWebhook): Promise<WebhookView> {
  requireCan(scope, isAdmin);
  const { webhookId, ...change } = input;
  await scope.write(async (tx) => {
    const hook = await requireHook(tx, webhookId);
    if (reportsMore(hook, change)) requireRecentAuthentication(scope);
    requireCallable(scope, 'url', change.url, hook.url);
    await requireFreeName(tx, change.name, webhookId);
    const audited = await auditChange(tx, 'webhook.changed', webhooks, webhookId);
    await tx.db
      .update(webhooks)
      .set({ ...change, updatedAt: tx.now() })
      .where(eq(webhooks.id, webhookId));
    await audited();
    if (change.url !== hook.url) await startAfresh(tx, webhookId);
    tx.emit('webhook.changed', { webhookId, action: 'update' });
  });
  return getWebhook(scope, webhookId);
}

function reportsMore(hook: WebhookRow, { url, events }: WebhookInput): boolean {
  return url !== hook.url || events.some((event) => !hook.events.includes(event));
}

/** Deletes its log too. Throws ERR_NO_WEBHOOK_FOUND. */
export async function deleteWebhook(scope: Scope, { webhookId }: OfWebhook): Promise<void> {
  requireCan(scope, isAdmin);
  await scope.write(async (tx) => {
    await requireHook(tx, webhookId);
    await auditGone(tx, 'webhook.deleted', webhooks, webhookId);
    await deleteInParts(tx, webhooks, webhookId);
    tx.emit('webhook.changed', { webhookId, action: 'delete' });
  });
}

const OLD_SECRET_MS = 24 * 3_600_000;

/** All secrets of the last day sign too, as a receiver may still have any of them. Throws ERR_PROOF_REQUIRED, ERR_NO_WEBHOOK_FOUND. */
export async function renewSecret(scope: Scope, { webhookId }: OfWebhook): Promise<string> {
  requireCan(scope, isAdmin);
  requireRecentAuthentication(scope);
  return scope.write(async (tx) => {
    const hook = await requireHook(tx, webhookId);
    await audit(tx, { what: 'webhook.secretRenewed', on: { id: webhookId, name: hook.name } });
    const previousSecret = webhookSecret.encrypt(tx, webhookId, secretsOf(tx, hook).join(' '));
    const previousUntil = new Date(tx.now().getTime() + OLD_SECRET_MS);
    const secret = await putSecret(tx, webhookId, { previousSecret, previousUntil });
    tx.emit('webhook.changed', { webhookId, action: 'update' });
    return secret;
  });
}

async function putSecret(
  tx: Scope,
  webhookId: number,
  previous: { previousSecret?: string; previousUntil?: Date },
): Promise<string> {
  const secret = newSecret(tx.kernel.ids.token);
  await tx.db
    .update(webhooks)
    .set({
      ...previous,
      secret: webhookSecret.encrypt(tx, webhookId, secret),
      updatedAt: tx.now(),
    })
    .where(eq(webhooks.id, webhookId));
  return secret;
}

/** A webhook that is off records nothing, and what waits for it is not sent. Throws ERR_NO_WEBHOOK_FOUND. */
export async function setWebhookActive(
  scope: Scope,
  { webhookId, isActive }: OfWebhook & { isActive: boolean },
): Promise<WebhookView> {
  requireCan(scope, isAdmin);
  await scope.write(async (tx) => {
    await requireHook(tx, webhookId);
    const audited = await auditChange(tx, 'webhook.changed', webhooks, webhookId);
    await tx.db
      .update(webhooks)
      .set({ isActive, ...(isActive && { pausedAt: null, pausedFor: null }), updatedAt: tx.now() })
      .where(eq(webhooks.id, webhookId));
    await audited();
    await (isActive ? startAfresh(tx, webhookId) : dropWaiting(tx, webhookId));
    tx.emit('webhook.changed', { webhookId, action: 'update' });
  });
  return getWebhook(scope, webhookId);
}

/** Under the same `webhook-id`. Throws ERR_NO_WEBHOOK_FOUND, ERR_NO_DELIVERY_FOUND. */
export async function replayDelivery(scope: Scope, of: OfWebhook & { deliveryId: number }): Promise<void> {
  requireCan(scope, isAdmin);
  await scope.write(async (tx) => {
    const hook = await requireHook(tx, of.webhookId);
    const { id } = await requireDelivery(tx, of);
    await replay(tx, hook, eq(webhookDeliveries.id, id));
  });
}

/** In order within each conversation. Throws ERR_NO_WEBHOOK_FOUND, InvalidInput on `to`. */
export async function replayRange(scope: Scope, input: ReplayRange & OfWebhook): Promise<number> {
  requireCan(scope, isAdmin);
  const [from, to] = [whenIn(scope, input.from), whenIn(scope, input.to)];
  if (from >= to) throw new InvalidInput({ to: 'webhooks:errors.range' });
  return scope.write(async (tx) => {
    const hook = await requireHook(tx, input.webhookId);
    const failed = input.which === 'failed' ? eq(webhookDeliveries.state, 'failed') : undefined;
    let replayed = 0;
    for await (const ids of idsBetween(tx, from, to))
      replayed += await replay(tx, hook, and(inArray(webhookDeliveries.id, ids), failed));
    return replayed;
  });
}

async function* idsBetween({ db }: Scope, from: Date, to: Date): AsyncGenerator<number[]> {
  let last: { id: number; at: number } | undefined = { id: 0, at: from.getTime() };
  while (last) {
    const rows: (typeof last)[] = await db.all(
      sql`select id, created_at as at from webhook_deliveries where (created_at, id) > (${last.at}, ${last.id}) and created_at <= ${to.getTime()} order by created_at, id limit ${DELIVERIES_AT_ONCE}`,
    );
    if (rows.length > 0) yield rows.map(({ id }) => id);
    last = rows.at(-1);
    await yieldToLoop();
  }
}

async function replay(tx: Scope, hook: WebhookRow, which: SQL | undefined): Promise<number> {
  const again = await tx.db
    .update(webhookDeliveries)
    .set({ state: 'waiting', attempts: 0, error: '', waitingSince: tx.now() })
    .where(and(which, eq(webhookDeliveries.webhookId, hook.id), ne(webhookDeliveries.state, 'waiting')))
    .returning({ queueKey: webhookDeliveries.queueKey });
  for (const queueKey of new Set(again.map((row) => row.queueKey))) await addToQueue(tx, hook, queueKey);
  if (again.length > 0) tx.emit('webhook.delivered', { webhookId: hook.id });
  return again.length;
}

function whenIn({ timeZone }: Scope, text: string): Date {
  if (/(Z|[+-]\d\d:\d\d)$/.test(text)) return new Date(text);
  return zonedTime(text.slice(0, 10), text.slice(11, 16), timeZone);
}

async function requireFreeName(tx: Scope, name: string, exceptId = 0): Promise<void> {
  const [other] = await tx.db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.name, name), ne(webhooks.id, exceptId)))
    .orderBy(asc(webhooks.id))
    .limit(1);
  if (other) throw new InvalidInput({ name: 'webhooks:errors.nameTaken' });
}
