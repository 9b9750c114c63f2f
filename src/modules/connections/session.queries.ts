import { GiveUp, TryLater } from '@/core/queue/outbox.ts';
import type { Scope } from '@/core/scope.ts';
import type { WhatsAppSession } from '@/whatsapp/port.ts';
import { findConnectionRow } from './connections.queries.ts';

const RETURNING = ['OPENING', 'CONNECTED', 'TIMEOUT'];

/** Throws TryLater, or GiveUp when the session needs a person. */
export async function requireSession(scope: Scope, connectionId: number | null): Promise<WhatsAppSession> {
  if (connectionId === null) throw new GiveUp('ERR_NO_WAPP_FOUND');
  const session = scope.kernel.services.whatsapp.find({ companyId: scope.companyId, connectionId });
  if (session?.state.status === 'CONNECTED') return session;
  const row = await findConnectionRow(scope.db, { connectionId });
  if (!row) throw new GiveUp('ERR_NO_WAPP_FOUND');
  if (!RETURNING.includes(session?.state.status ?? row.status)) throw new GiveUp('ERR_WAPP_NOT_INITIALIZED');
  throw new TryLater('ERR_WAPP_NOT_INITIALIZED', { uncounted: true });
}

/** False while only a person can connect it again. */
export async function isReturning(scope: Scope, connectionId: number): Promise<boolean> {
  const session = scope.kernel.services.whatsapp.find({ companyId: scope.companyId, connectionId });
  const status = session?.state.status ?? (await findConnectionRow(scope.db, { connectionId }))?.status;
  return status !== undefined && RETURNING.includes(status);
}
