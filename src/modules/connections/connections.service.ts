import { connectionQueues, connections, queues } from '@db/tenant/schema/index.ts';
import { eq, inArray } from 'drizzle-orm';
import { auditChange, auditGone, auditNew } from '@/core/audit/audit-rows.ts';
import { deleteInParts } from '@/core/db/delete-in-parts.ts';
import { insertedRow } from '@/core/db/inserted-row.ts';
import { searchable } from '@/core/db/search.ts';
import { AppError, InvalidInput } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import { dropWork } from '@/core/queue/outbox-pending.ts';
import type { Scope } from '@/core/scope.ts';
import { getPlanOf } from '@/modules/companies/companies.queries.ts';
import { requirePlanCapacity } from '@/modules/companies/plan-limits.policy.ts';
import { requireKnownResponders } from '@/modules/queues/responder-choices.queries.ts';
import { requireConfirmedEmail } from '@/modules/sign-up/confirm-email.service.ts';
import { dropToken, putToken } from './api-token.service.ts';
import { askWhatsApp } from './connection-sessions.service.ts';
import { canManageConnections } from './connections.policy.ts';
import { countConnections, getConnection, isDefaultAmongOthers } from './connections.queries.ts';
import type { ConnectionInput, ConnectionPatch } from './connections.schema.ts';
import type { ConnectionView } from './connections.views.ts';

/** Throws ERR_PROOF_REQUIRED for a token, ERR_LIMIT_REACHED, InvalidInput on `name` and `token`, ERR_NO_QUEUE_FOUND, ERR_WAPP_GREETING_REQUIRED. */
export async function createConnection(scope: Scope, input: ConnectionInput): Promise<ConnectionView> {
  requireCan(scope, canManageConnections);
  await requireConfirmedEmail(scope);
  const plan = await getPlanOf(scope.kernel, scope.companyId);
  return scope.write(async (tx) => {
    const known = await countConnections(tx);
    requirePlanCapacity(plan, 'connections', known);
    await requireFreeName(tx, input.name);
    await requireQueues(tx, input.transferQueueId ? [input.transferQueueId] : []);
    await requireKnownResponders(tx, input);
    const isDefault = known === 0 || input.isDefault === true;
    if (isDefault) await dropDefault(tx);
    const row = await tx.db
      .insert(connections)
      .values({ ...toRow(tx, input), name: input.name, isDefault, status: 'OPENING' })
      .returning({ id: connections.id })
      .then(insertedRow);
    await linkQueues(tx, row.id, input.queueIds);
    // A connection with this id may have been forgotten when the company went back to a backup.
    await dropToken(tx, row.id);
    await putToken(tx, row.id, input.token);
    await auditNew(tx, 'connection.created', connections, row.id);
    tx.emit('connection.created', { connectionId: row.id });
    askWhatsApp(tx, row.id, (whatsapp, target) => whatsapp.start(target));
    return requireGreeting(await getConnection(tx, row.id));
  });
}

/**
 * Throws ERR_NO_WAPP_FOUND, InvalidInput, ERR_NO_QUEUE_FOUND, ERR_WAPP_GREETING_REQUIRED, ERR_NO_OTHER_WHATSAPP,
 * ERR_PROOF_REQUIRED for another token.
 */
export async function updateConnection(
  scope: Scope,
  { connectionId, ...input }: ConnectionPatch & { connectionId: number },
): Promise<ConnectionView> {
  requireCan(scope, canManageConnections);
  return scope.write(async (tx) => {
    const before = await getConnection(tx, connectionId);
    if (input.name !== undefined) await requireFreeName(tx, input.name, connectionId);
    await requireQueues(tx, input.transferQueueId ? [input.transferQueueId] : []);
    await requireKnownResponders(tx, input, before);
    if (input.isDefault === false && before.isDefault) throw new AppError('ERR_NO_OTHER_WHATSAPP');
    const audited = await auditChange(
      tx,
      'connection.changed',
      connections,
      connectionId,
      queuesOf(connectionId),
    );
    if (input.isDefault && !before.isDefault) await dropDefault(tx);
    await tx.db.update(connections).set(toRow(tx, input)).where(eq(connections.id, connectionId));
    await linkQueues(tx, connectionId, input.queueIds);
    await audited();
    await putToken(tx, connectionId, input.token);
    tx.emit('connection.updated', { connectionId });
    return requireGreeting(await getConnection(tx, connectionId));
  });
}

/** Logs the phone out; tickets stay. Throws ERR_NO_WAPP_FOUND, and ERR_NO_OTHER_WHATSAPP for a default among others. */
export async function deleteConnection(
  scope: Scope,
  { connectionId }: { connectionId: number },
): Promise<void> {
  requireCan(scope, canManageConnections);
  await scope.write(async (tx) => {
    if (await isDefaultAmongOthers(tx, await getConnection(tx, connectionId)))
      throw new AppError('ERR_NO_OTHER_WHATSAPP');
    await auditGone(tx, 'connection.deleted', connections, connectionId);
    await dropToken(tx, connectionId);
    await dropWork(tx, 'connection.unpair', ['connectionId', connectionId]);
    await deleteInParts(tx, connections, connectionId);
    tx.emit('connection.deleted', { connectionId });
    askWhatsApp(tx, connectionId, async (whatsapp, target) => {
      await whatsapp.logout(target);
      await whatsapp.stop(target);
    });
  });
}

async function requireFreeName(tx: Scope, name: string, exceptId = 0): Promise<void> {
  const others = await tx.db.select({ id: connections.id, name: connections.name }).from(connections);
  if (others.some((other) => other.id !== exceptId && searchable(other.name) === searchable(name))) {
    throw new InvalidInput({ name: 'errors:ERR_WAPP_NAME_TAKEN' });
  }
}

async function dropDefault(tx: Scope): Promise<void> {
  const former = await tx.db
    .update(connections)
    .set({ isDefault: false, updatedAt: tx.now() })
    .where(eq(connections.isDefault, true))
    .returning({ id: connections.id });
  for (const { id } of former) tx.emit('connection.updated', { connectionId: id });
}

function queuesOf(connectionId: number) {
  return async (tx: Scope) => {
    const links = await tx.db.query.connectionQueues.findMany({
      where: eq(connectionQueues.connectionId, connectionId),
    });
    return { queueIds: links.map(({ queueId }) => queueId).sort((a, b) => a - b) };
  };
}

async function linkQueues(tx: Scope, connectionId: number, queueIds: number[] | undefined): Promise<void> {
  if (queueIds === undefined) return;
  const ids = [...new Set(queueIds)];
  await requireQueues(tx, ids);
  await tx.db.delete(connectionQueues).where(eq(connectionQueues.connectionId, connectionId));
  if (ids.length === 0) return;
  await tx.db.insert(connectionQueues).values(ids.map((queueId) => ({ connectionId, queueId })));
}

async function requireQueues(tx: Scope, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  const known = await tx.db.select({ id: queues.id }).from(queues).where(inArray(queues.id, ids));
  if (known.length < ids.length) throw new AppError('ERR_NO_QUEUE_FOUND');
}

function requireGreeting(view: ConnectionView): ConnectionView {
  if (view.queues.length > 1 && !view.greetingMessage) throw new AppError('ERR_WAPP_GREETING_REQUIRED');
  return view;
}

function toRow(tx: Scope, { queueIds: _links, token: _token, ...columns }: ConnectionPatch) {
  return { ...columns, updatedAt: tx.now() };
}
