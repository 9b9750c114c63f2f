import { AppError, InvalidInput } from '@/core/errors.ts';
import { isAdmin, requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { findByToken } from '@/modules/connections/api-token.service.ts';
import { noteCall } from './api-calls.service.ts';
import { paceKey } from './api-rate-limits.state.ts';
import { type ApiFile, sendForSystem } from './send-api-message.service.ts';

type Trial = { token: string; number: string; body: string; files: ApiFile[] };

/** Throws InvalidInput on `token`, ERR_RATE_LIMITED, and as `sendForSystem`. */
export async function tryOut(scope: Scope, { token, number, body, files }: Trial): Promise<void> {
  requireCan(scope, isAdmin);
  const { apiPace, apiGuesses } = scope.kernel.services;
  apiGuesses.take(`company:${scope.companyId}`);
  const holder = await findByToken(scope.kernel, token);
  if (holder?.companyId !== scope.companyId) throw new InvalidInput({ token: 'errors:ERR_API_TOKEN' });
  apiGuesses.refund(`company:${scope.companyId}`);
  const { connectionId } = holder;
  apiPace.take(paceKey(scope.companyId, connectionId));
  const call = { connectionId, number, kind: files.length > 0 ? ('media' as const) : ('text' as const) };
  const discard = async () => {};
  try {
    const sent = await sendForSystem(scope, { number, body, files, connectionId, store: discard });
    await noteCall(scope, { ...call, status: 200, messageId: sent.messageId, ticketId: sent.ticketId });
  } catch (error) {
    if (error instanceof AppError)
      await noteCall(scope, { ...call, status: error.status, error: error.code });
    throw error;
  }
}
