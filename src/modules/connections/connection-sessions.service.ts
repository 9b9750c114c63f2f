import { connections } from '@db/tenant/schema/index.ts';
import { eq, inArray } from 'drizzle-orm';
import { audit } from '@/core/audit/audit.ts';
import { AppError, InvalidInput } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import { resumeParked } from '@/core/queue/outbox-parked.ts';
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
    askWhatsApp(tx, connectionId, (whatsapp, target) => whatsapp.start(target));
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
    askWhatsApp(tx, connectionId, (whatsapp, target) => whatsapp.renew(target));
  });
}

/** Logs the linked device out. Throws ERR_NO_WAPP_FOUND. */
export async function disconnectConnection(scope: Scope, { connectionId }: OfConnection): Promise<void> {
  requireCan(scope, canManageConnections);
  await scope.write(async (tx) => {
    const { name } = await getConnection(tx, connectionId);
    await audit(tx, { what: 'connection.disconnected', on: { id: connectionId, name } });
    await mark(tx, [connectionId], { ...IDLE, status: 'DISCONNECTED', number: null });
    askWhatsApp(tx, connectionId, (whatsapp, target) => whatsapp.logout(target));
  });
}

export async function restartAllConnections(scope: Scope): Promise<void> {
  requireCan(scope, canManageConnections);
  await scope.write(async (tx) => {
    const wanted = await listWantedIds(tx);
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
  return scope.kernel.services.whatsapp.requestPairingCode(target, input.number).catch((cause) => {
    if (cause instanceof SendError && cause.code === 'refused') {
      throw new InvalidInput({ number: 'connections:errors.number' });
    }
    throw new AppError('ERR_WAPP_NOT_INITIALIZED', {}, { cause });
  });
}

const queueKeysOf = (id: number) => [`send:${id}:`, `media:${id}:`, `read:${id}`, `contact:${id}`];

export async function recordSessionState(
  scope: Scope,
  connectionId: number,
  state: SessionState,
): Promise<void> {
  requireCan(scope, canManageConnections);
  const { status, qrcode, pairingCode, retries, trouble, number } = state;
  await scope.write(async (tx) => {
    const isBack = status === 'CONNECTED' && (await wasAway(tx, connectionId));
    await mark(tx, [connectionId], { status, qrcode, pairingCode, retries, trouble, number });
    if (number === null) await forgetRestriction(tx, connectionId);
    if (isBack) await countReconnect(tx, connectionId);
    if (status !== 'CONNECTED') return;
    await resumeParked(tx, { queueKey: `contact:${connectionId}`, error: 'ERR_WAPP_NOT_INITIALIZED' });
    tx.afterCommit(() => {
      for (const queueKey of queueKeysOf(connectionId)) tx.kernel.outbox.wake(tx.companyId, queueKey);
    });
  });
}

/** Only if it was paired before: a first pairing is no reconnect. */
async function wasAway(tx: Scope, connectionId: number): Promise<boolean> {
  const before = await tx.db.query.connections.findFirst({
    columns: { status: true, number: true },
    where: eq(connections.id, connectionId),
  });
  if (!before || before.number === null) return false;
  return before.status !== 'CONNECTED' && before.status !== 'qrcode' && before.status !== 'PAIRING';
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
