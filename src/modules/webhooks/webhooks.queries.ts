import { webhookDeliveries, webhooks } from '@db/tenant/schema/index.ts';
import { and, asc, count, desc, eq, inArray, max, type SQL, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { afterRow, cutPage, offsetOf, readerFor, sizeOf } from '@/core/db/paging.ts';
import { containsAsTyped, containsText } from '@/core/db/search.ts';
import { AppError } from '@/core/errors.ts';
import { isAdmin, requireCan } from '@/core/policy.ts';
import { asSystem, type Scope } from '@/core/scope.ts';
import { findBody } from './record/delivery-body.queries.ts';
import { DELIVERIES_PER_PAGE, type DeliveryFilter, type WebhookFilter } from './webhooks.schema.ts';
import type {
  WebhookDeliveryDetail,
  WebhookDeliveryPage,
  WebhookDeliveryView,
  WebhookPage,
  WebhookView,
} from './webhooks.views.ts';

export type WebhookRow = typeof webhooks.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

const BY_NAME = [sql`lower(${webhooks.name})`, webhooks.id];

export async function listWebhooks(scope: Scope, filter: WebhookFilter): Promise<WebhookPage> {
  requireCan(scope, isAdmin);
  const found = filter.searchParam
    ? containsText(filter.searchParam, webhooks.name, webhooks.url)
    : undefined;
  const size = sizeOf(filter, DELIVERIES_PER_PAGE);
  const rows = await scope.db
    .select()
    .from(webhooks)
    .where(and(found, filter.after ? afterRow(webhooks.id, BY_NAME, filter.after) : undefined))
    .orderBy(...BY_NAME.map((column) => asc(column)))
    .limit(size + 1)
    .offset(offsetOf(filter, DELIVERIES_PER_PAGE));
  const page = cutPage(rows, size);
  const [total] = await scope.db.select({ n: count() }).from(webhooks).where(found);
  const views = await toWebhookViews(scope, page.rows);
  return { webhooks: views, count: total?.n ?? 0, hasMore: page.hasMore };
}

export async function getWebhook(scope: Scope, webhookId: number): Promise<WebhookView> {
  requireCan(scope, isAdmin);
  const [view] = await toWebhookViews(scope, [await requireHook(scope, webhookId)]);
  return view as WebhookView;
}

export async function requireHook(scope: Scope, webhookId: number): Promise<WebhookRow> {
  const hook = await findHook(scope, webhookId);
  if (!hook) throw new AppError('ERR_NO_WEBHOOK_FOUND');
  return hook;
}

export async function findHook(scope: Scope, webhookId: number): Promise<WebhookRow | undefined> {
  return (await allHooks(scope)).find(({ id }) => id === webhookId);
}

/** Cached: every message and every delivery asks for them. */
export function allHooks(scope: Scope): Promise<WebhookRow[]> {
  return scope.remember([webhooks], 'webhooks', () => hooks(scope.db));
}

const hooks = tenantStatement((db) => db.select().from(webhooks).orderBy(asc(webhooks.id)));

export async function listDeliveries(
  scope: Scope,
  webhookId: number,
  filter: DeliveryFilter,
): Promise<WebhookDeliveryPage> {
  requireCan(scope, isAdmin);
  await requireHook(scope, webhookId);
  const where = and(
    eq(webhookDeliveries.webhookId, webhookId),
    filter.state && eq(webhookDeliveries.state, filter.state),
    filter.event && eq(webhookDeliveries.event, filter.event),
    filter.searchParam ? bodyContains(filter.searchParam) : undefined,
  );
  const size = sizeOf(filter, DELIVERIES_PER_PAGE);
  const newestFirst = [sql`-${webhookDeliveries.id}`];
  const isNarrow = Boolean(filter.state || filter.event || filter.searchParam);
  const offset = offsetOf(filter, DELIVERIES_PER_PAGE);
  const rows = await (isNarrow ? scope.slowDb : readerFor(scope, offset))
    .select()
    .from(webhookDeliveries)
    .where(and(where, filter.after ? afterRow(webhookDeliveries.id, newestFirst, filter.after) : undefined))
    .orderBy(desc(webhookDeliveries.id))
    .limit(size + 1)
    .offset(offset);
  const page = cutPage(rows, size);
  const [total] = await scope.slowDb.select({ n: count() }).from(webhookDeliveries).where(where);
  return { deliveries: page.rows.map(toDeliveryView), count: total?.n ?? 0, hasMore: page.hasMore };
}

function bodyContains(text: string): SQL {
  return containsAsTyped(text, webhookDeliveries.body);
}

type OfDelivery = { webhookId: number; deliveryId: number };

export async function getDelivery(scope: Scope, of: OfDelivery): Promise<WebhookDeliveryDetail> {
  requireCan(scope, isAdmin);
  await requireHook(scope, of.webhookId);
  const row = await requireDelivery(scope, of);
  const body = (await findBody(asSystem(scope), row)) ?? '';
  return { ...toDeliveryView(row), body, answer: row.answer };
}

export async function requireDelivery(
  scope: Scope,
  { webhookId, deliveryId }: OfDelivery,
): Promise<DeliveryRow> {
  const row = await scope.db.query.webhookDeliveries.findFirst({
    where: and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.webhookId, webhookId)),
  });
  if (!row) throw new AppError('ERR_NO_DELIVERY_FOUND');
  return row;
}

async function toWebhookViews(scope: Scope, rows: WebhookRow[]): Promise<WebhookView[]> {
  const { webhookId } = webhookDeliveries;
  const theirs = inArray(
    webhookId,
    rows.map(({ id }) => id),
  );
  const waiting = await scope.db
    .select({ webhookId, n: count() })
    .from(webhookDeliveries)
    .where(and(theirs, sql`state = 'waiting'`))
    .groupBy(webhookId);
  const delivered = await scope.slowDb
    .select({ webhookId, at: max(webhookDeliveries.deliveredAt) })
    .from(webhookDeliveries)
    .where(theirs)
    .groupBy(webhookId);
  const waitingOf = new Map(waiting.map((one) => [one.webhookId, one.n]));
  const lastOf = new Map(delivered.map((one) => [one.webhookId, one.at]));
  return rows.map((row) =>
    toWebhookView(row, { waiting: waitingOf.get(row.id) ?? 0, lastAt: lastOf.get(row.id) ?? null }),
  );
}

type Status = { waiting: number; lastAt: Date | null };

function toWebhookView(row: WebhookRow, { waiting, lastAt }: Status): WebhookView {
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    events: row.events as WebhookView['events'],
    isActive: row.isActive,
    pausedAt: row.pausedAt?.toISOString() ?? null,
    pausedFor: row.pausedFor,
    failingSince: row.failingSince?.toISOString() ?? null,
    pausedUntil: row.pausedUntil?.toISOString() ?? null,
    waiting,
    lastDeliveredAt: lastAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function toDeliveryView(row: DeliveryRow): WebhookDeliveryView {
  const { id, uuid, webhookId, event, state, attempts, status, error } = row;
  return {
    id,
    uuid,
    webhookId,
    event,
    state,
    attempts,
    status,
    error,
    triedAt: row.triedAt?.toISOString() ?? null,
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
