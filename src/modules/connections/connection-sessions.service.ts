import { connections } from '@db/tenant/schema/index.ts';
import { and, eq, inArray, ne } from 'drizzle-orm';
import { audit } from '@/core/audit/audit.ts';
import { AppError, InvalidInput } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import type { OutboxKinds } from '@/core/queue/outbox.ts';
import { resumeParked } from '@/core/queue/outbox-parked.ts';
import { dropWork, isQueueWaiting } from '@/core/queue/outbox-pending.ts';
import { type Scope, systemScope } from '@/core/scope.ts';
import { requireConfirmedEmail } from '@/modules/sign-up/confirm-email.service.ts';
import {
  SendError,
  type SessionState,
  type SessionTarget,
  type SessionTrouble,
  type WhatsApp,
} from '@/whatsapp/port.ts';
import { canManageConnections } from './connections.policy.ts';
import { getConnection, listWantedIds } from './connections.queries.ts';
import { countReconnect } from './health/connection-health.service.ts';
import { forgetRestriction } from './restriction.service.ts';

type OfConnection = { connectionId: number };

/** Returns before the session is open. Throws ERR_NO_WAPP_FOUND, ERR_EMAIL_NOT_CONFIRMED. */
export async function startConnection(scope: Scope, { connectionId }: OfConnection): Promise<void> {
  requireCan(scope, canManageConnections);
  await requireConfirmedEmail(scope);
  await scope.write(async (tx) => {
    const { name } = await getConnection(tx, connectionId);
    await audit(tx, { what: 'connection.started', on: { id: connectionId, name } });
    await markOpening(tx, [connectionId]);
    if (await isUnpairing(tx, connectionId)) await unpair(tx, { connectionId, command: 'renew' });
    else askWhatsApp(tx, connectionId, (whatsapp, target) => whatsapp.start(target));
  });
}

/** Forgets the pairing. Throws as `startConnection`. */
export async function renewConnection(scope: Scope, { connectionId }: OfConnection): Promise<void> {
  requireCan(scope, canManageConnections);
  await requireConfirmedEmail(scope);
  await scope.write(async (tx) => {
    const { name } = await getConnection(tx, connectionId);
    await audit(tx, { what: 'connection.renewed', on: { id: connectionId, name } });
    await markOpening(tx, [connectionId]);
    await unpair(tx, { connectionId, command: 'renew' });
  });
}

/** Logs the linked device out. Throws ERR_NO_WAPP_FOUND. */
export async function disconnectConnection(scope: Scope, { connectionId }: OfConnection): Promise<void> {
  requireCan(scope, canManageConnections);
  await scope.write(async (tx) => {
    const { name } = await getConnection(tx, connectionId);
    await audit(tx, { what: 'connection.disconnected', on: { id: connectionId, name } });
    await mark(tx, [connectionId], { ...IDLE, status: 'DISCONNECTED', number: null });
    await unpair(tx, { connectionId, command: 'logout' });
  });
}

export async function restartAllConnections(scope: Scope): Promise<void> {
  requireCan(scope, canManageConnections);
  await scope.write(async (tx) => {
    const wanted = await listStartableIds(tx);
    await audit(tx, { what: 'connection.restarted' });
    await markOpening(tx, wanted);
    for (const id of wanted) askWhatsApp(tx, id, (whatsapp, target) => whatsapp.start(target));
  });
}

/** Throws ERR_NO_WAPP_FOUND, InvalidInput, ERR_WAPP_NOT_INITIALIZED, ERR_EMAIL_NOT_CONFIRMED. */
export async function requestPairingCode(
  scope: Scope,
  input: OfConnection & { number: string },
): Promise<string> {
  requireCan(scope, canManageConnections);
  await requireConfirmedEmail(scope);
  const { name } = await getConnection(scope, input.connectionId);
  await audit(scope, { what: 'connection.pairing', on: { id: input.connectionId, name } });
  const target = { companyId: scope.companyId, connectionId: input.connectionId };
  const { whatsapp } = scope.kernel.services;
  const code = await whatsapp.requestPairingCode(target, input.number).catch((cause) => {
    if (cause instanceof SendError && cause.code === 'refused') {
      throw new InvalidInput({ number: 'connections:errors.number' });
    }
    throw new AppError('ERR_WAPP_NOT_INITIALIZED', {}, { cause });
  });
  // By now the former pairing is forgotten, and a retry would undo the new one.
  await scope.write((tx) => dropWork(tx, 'connection.unpair', ['connectionId', input.connectionId]));
  return code;
}

const queueKeysOf = (id: number) => [`send:${id}:`, `media:${id}:`, `read:${id}`, `contact:${id}`];

/** A number is paired with one connection of its company: a second one would receive and send everything again. */
export async function recordSessionState(
  scope: Scope,
  connectionId: number,
  state: SessionState,
): Promise<void> {
  requireCan(scope, canManageConnections);
  const { status, qrcode, pairingCode, retries, trouble, number } = state;
  await scope.write(async (tx) => {
    const before = status === 'CONNECTED' ? await findPaired(tx, connectionId) : undefined;
    if (before && (await unlinkDuplicates(tx, before, number))) return;
    await mark(tx, [connectionId], { status, qrcode, pairingCode, retries, trouble, number });
    if (number === null) await forgetRestriction(tx, connectionId);
    if (status !== 'CONNECTED') return;
    if (before && wasAway(before)) await countReconnect(tx, connectionId);
    await resumeParked(tx, { queueKey: `contact:${connectionId}`, error: 'ERR_WAPP_NOT_INITIALIZED' });
    tx.afterCommit(() => {
      for (const queueKey of queueKeysOf(connectionId)) tx.kernel.outbox.wake(tx.companyId, queueKey);
    });
  });
}

type Paired = Pick<typeof connections.$inferSelect, 'id' | 'name' | 'status' | 'number'>;

const findPaired = (tx: Scope, connectionId: number): Promise<Paired | undefined> =>
  tx.db.query.connections.findFirst({
    columns: { id: true, name: true, status: true, number: true },
    where: eq(connections.id, connectionId),
  });

/** Only if it was paired before: a first pairing is no reconnect. */
function wasAway({ status, number }: Paired): boolean {
  return number !== null && status !== 'CONNECTED' && status !== 'qrcode' && status !== 'PAIRING';
}

/** Returns true if that is the connection itself. Another one that is disconnected leaves the number to it. */
async function unlinkDuplicates(tx: Scope, paired: Paired, number: string | null): Promise<boolean> {
  if (number === null) return false;
  const others = await tx.db
    .select({ id: connections.id, name: connections.name, status: connections.status })
    .from(connections)
    .where(and(eq(connections.number, number), ne(connections.id, paired.id)));
  const isNew = paired.number !== number;
  const isDuplicate = others.some(({ status }) =>
    isNew ? status !== 'DISCONNECTED' : status === 'CONNECTED',
  );
  const unlinked = isDuplicate ? [paired] : others.filter(({ status }) => status === 'DISCONNECTED');
  for (const { id, name } of unlinked) {
    await audit(tx, { what: 'connection.disconnected', on: { id, name } });
    await mark(tx, [id], { ...IDLE, status: 'DISCONNECTED', trouble: 'duplicate', number: null });
    await unpair(tx, { connectionId: id, command: 'logout', trouble: 'duplicate' });
  }
  return isDuplicate;
}

/** In the outbox: otherwise the next start of this company would connect the former pairing. */
async function unpair(tx: Scope, work: OutboxKinds['connection.unpair']): Promise<void> {
  const queueKey = pairingQueue(work.connectionId);
  await dropWork(tx, 'connection.unpair', ['connectionId', work.connectionId]);
  // Before the row's own: a wake during an attempt would repeat it at once.
  tx.afterCommit(() => tx.kernel.outbox.wake(tx.companyId, queueKey));
  await tx.kernel.outbox.add(tx, queueKey, 'connection.unpair', work);
}

const pairingQueue = (connectionId: number) => `pairing:${connectionId}`;
const isUnpairing = (tx: Scope, connectionId: number) => isQueueWaiting(tx, pairingQueue(connectionId));

export async function listStartableIds(tx: Scope): Promise<number[]> {
  const startable: number[] = [];
  for (const id of await listWantedIds(tx)) if (!(await isUnpairing(tx, id))) startable.push(id);
  return startable;
}

const IDLE = { qrcode: '', pairingCode: '', retries: 0, trouble: null };

export function markOpening(tx: Scope, connectionIds: number[]): Promise<void> {
  return mark(tx, connectionIds, { ...IDLE, status: 'OPENING' });
}

async function mark(tx: Scope, connectionIds: number[], changes: Partial<SessionState>): Promise<void> {
  const rows = await tx.db
    .update(connections)
    .set({ ...changes, updatedAt: tx.now() })
    .where(inArray(connections.id, connectionIds))
    .returning({ id: connections.id });
  for (const { id } of rows) tx.emit('connection.session', { connectionId: id });
}

/** Runs after the commit and is not awaited: `recordSessionState` stores the outcome. */
export function askWhatsApp(
  tx: Scope,
  connectionId: number,
  ask: (whatsapp: WhatsApp, target: SessionTarget) => Promise<void>,
): void {
  const { kernel, companyId, log } = tx;
  tx.afterCommit(() => {
    // Its next owner does it.
    if (!kernel.owns(companyId)) return;
    ask(kernel.services.whatsapp, { companyId, connectionId }).catch(async (error) => {
      log.error({ err: error, companyId, connectionId }, 'a command to a session failed');
      await recordStopped(await systemScope(kernel, companyId), connectionId, 'server');
    });
  });
}

export async function recordStopped(
  scope: Scope,
  connectionId: number,
  trouble: SessionTrouble | null = null,
): Promise<void> {
  requireCan(scope, canManageConnections);
  await scope.write((tx) => mark(tx, [connectionId], { ...IDLE, status: 'DISCONNECTED', trouble }));
}
