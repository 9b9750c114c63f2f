import { apiTokens } from '@db/platform/schema/index.ts';
import { and, eq } from 'drizzle-orm';
import { audit } from '@/core/audit/audit.ts';
import { AppError, InvalidInput } from '@/core/errors.ts';
import { requireCan, requireRecentAuthentication } from '@/core/policy.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import { sign } from '@/core/security/secrets.ts';
import { createThrottle, type Throttle } from '@/core/security/throttle.ts';
import { canManageConnections } from './connections.policy.ts';
import { findConnection } from './connections.queries.ts';
import { hideToken } from './connections.schema.ts';

/** The answer "taken" reveals that a token exists: limits guessing. */
const CHANGES = { tries: 20, perSeconds: 3600 };
const TOKEN_BYTES = 24;

/** Shown only once; only its hash is stored. Throws ERR_PROOF_REQUIRED, ERR_NO_WAPP_FOUND, ERR_RATE_LIMITED. */
export async function renewToken(scope: Scope, { connectionId }: { connectionId: number }): Promise<string> {
  requireCan(scope, canManageConnections);
  requireRecentAuthentication(scope);
  const token = scope.kernel.ids.token(TOKEN_BYTES);
  await scope.write(async (tx) => {
    if (!(await findConnection(tx, connectionId))) throw new AppError('ERR_NO_WAPP_FOUND');
    await putToken(tx, connectionId, token);
    tx.emit('connection.updated', { connectionId });
  });
  return token;
}

/** Undefined or the stored token changes nothing. Throws ERR_PROOF_REQUIRED, InvalidInput on `token`, ERR_RATE_LIMITED. */
export async function putToken(tx: Scope, connectionId: number, token: string | undefined): Promise<void> {
  if (token === undefined) return;
  const { kernel, companyId } = tx;
  const holding = await findByToken(kernel, token);
  if (holding?.companyId === companyId && holding.connectionId === connectionId) return;
  requireRecentAuthentication(tx);
  kernel.services.tokenChanges.take(String(companyId));
  const connection = await findConnection(tx, connectionId);
  await audit(tx, {
    what: 'connection.tokenRenewed',
    on: { id: connectionId, name: connection?.name ?? '' },
  });
  const row = { hash: hashOf(kernel, token), prefix: hideToken(token), createdAt: tx.now() };
  await kernel.platform.write(async (platform) => {
    const holder = await platform.query.apiTokens.findFirst({ where: eq(apiTokens.hash, row.hash) });
    if (holder && !(holder.companyId === companyId && holder.connectionId === connectionId))
      throw new InvalidInput({ token: 'errors:ERR_WAPP_TOKEN_TAKEN' });
    await platform
      .insert(apiTokens)
      .values({ ...row, companyId, connectionId })
      .onConflictDoUpdate({ target: [apiTokens.companyId, apiTokens.connectionId], set: row });
  });
}

export async function dropToken({ kernel, companyId }: Scope, connectionId: number): Promise<void> {
  const own = and(eq(apiTokens.companyId, companyId), eq(apiTokens.connectionId, connectionId));
  await kernel.platform.write((platform) => platform.delete(apiTokens).where(own));
}

/** Undefined for an empty token, too, whatever is stored. */
export async function findByToken(
  kernel: Kernel,
  token: string,
): Promise<{ companyId: number; connectionId: number } | undefined> {
  if (token === '') return undefined;
  const hash = hashOf(kernel, token);
  const row = await kernel.platform.remember([apiTokens], `connection-token:${hash}`, () =>
    kernel.platform.db.query.apiTokens.findFirst({ where: eq(apiTokens.hash, hash) }),
  );
  return row && { companyId: row.companyId, connectionId: row.connectionId };
}

function hashOf({ secrets }: Kernel, token: string): string {
  return sign(secrets.codes, `api-token:${token}`);
}

declare module '@/core/scope.ts' {
  interface Services {
    tokenChanges: Throttle;
  }
}
export const createTokenChanges = ({ ticks }: Kernel) => createThrottle(ticks, CHANGES);
