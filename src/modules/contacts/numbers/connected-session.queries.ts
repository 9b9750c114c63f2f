import { connections } from '@db/tenant/schema/index.ts';
import { asc, desc } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { AppError } from '@/core/errors.ts';
import { GiveUp, TryLater } from '@/core/queue/outbox.ts';
import type { Scope } from '@/core/scope.ts';
import { SendError, type WhatsAppSession } from '@/whatsapp/port.ts';

export type ConnectedSession = { connectionId: number; session: WhatsAppSession };

export async function findConnectedSession(
  scope: Scope,
  preferred: number | null = null,
): Promise<ConnectedSession | undefined> {
  const rows = await inOrder(scope.db);
  const ids = rows.map((row) => row.id);
  const { companyId, kernel } = scope;
  for (const connectionId of [...ids.filter((id) => id === preferred), ...ids]) {
    const session = kernel.services.whatsapp.find({ companyId, connectionId });
    if (session?.state.status === 'CONNECTED') return { connectionId, session };
  }
  return undefined;
}

const inOrder = tenantStatement((db) =>
  db
    .select({ id: connections.id })
    .from(connections)
    .orderBy(desc(connections.isDefault), asc(connections.id)),
);

/** Throws ERR_NO_DEF_WAPP_FOUND for a company without any connection, up or down. */
export async function requireConnection(scope: Scope): Promise<void> {
  const [any] = await scope.db.select({ id: connections.id }).from(connections).limit(1);
  if (!any) throw new AppError('ERR_NO_DEF_WAPP_FOUND');
}

export function outboxError(cause: unknown): never {
  if (!(cause instanceof SendError)) throw cause;
  if (cause.code === 'not_connected')
    throw new TryLater('ERR_WAPP_NOT_INITIALIZED', { uncounted: true, cause });
  if (cause.retry) throw new TryLater('ERR_WAPP_CHECK_CONTACT', { cause });
  throw new GiveUp('ERR_WAPP_CHECK_CONTACT', { cause });
}
