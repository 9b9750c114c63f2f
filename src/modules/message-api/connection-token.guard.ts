import { createMiddleware } from 'hono/factory';
import { AppError } from '@/core/errors.ts';
import { isMultipart } from '@/core/http/body/read-body.ts';
import type { Ctx, Env } from '@/core/http/env.ts';
import { spend } from '@/core/http/rate-limit-headers.ts';
import { asAppError } from '@/core/http/responses/error-responses.ts';
import { plainly } from '@/core/http/routing/route.ts';
import { requireActive } from '@/core/http/sessions/authenticate.ts';
import { bearerIn } from '@/core/http/sessions/bearer.ts';
import { lazyChild } from '@/core/log.ts';
import { openScope, SYSTEM } from '@/core/scope.ts';
import { requireFeature } from '@/modules/companies/plan-features.policy.ts';
import { findByToken } from '@/modules/connections/api-token.service.ts';
import { FEWEST_TOKEN_LETTERS } from '@/modules/connections/connections.schema.ts';
import { noteCall } from './api-calls.service.ts';
import { paceKey } from './api-rate-limits.state.ts';
import { MAX_JSON_BYTES, MESSAGES_PER_MINUTE } from './message-api.schema.ts';

/**
 * The connection's token identifies company and sender. Throws ERR_API_TOKEN, ERR_RATE_LIMITED, ERR_COMPANY_DISABLED,
 * ERR_SUBSCRIPTION_EXPIRED, ERR_FEATURE_NOT_IN_PLAN.
 */
export const byConnectionToken = createMiddleware<Env>(async (c, next) => {
  const { companyId, connectionId } = await holderOf(c);
  await requireActive(c, companyId);
  const [kernel, locale, origin] = [c.get('kernel'), c.get('locale'), c.get('origin')];
  c.set('leave', kernel.scheduler.arrive(companyId));
  await kernel.scheduler.take(companyId);
  const log = lazyChild(c.get('log'), { companyId, connectionId });
  const scope = await openScope(kernel, { companyId, actor: SYSTEM, locale, log, origin });
  await requireFeature(scope, 'useExternalApi');
  spend(c, kernel.services.apiPace, MESSAGES_PER_MINUTE, paceKey(companyId, connectionId));
  c.set('log', log);
  c.set('mostBytes', MAX_JSON_BYTES);
  c.set('scope', scope);
  c.set('caller', { kind: 'connection', id: connectionId });
  await next();
  if (!c.error) return;
  const { code: error, status } = asAppError(c.error, c);
  if (error === 'ERR_RATE_LIMITED') return;
  const kind = isMultipart(c) ? 'media' : 'text';
  await noteCall(scope, {
    connectionId,
    number: c.get('caller').about ?? '',
    kind,
    status: plainly(status),
    error,
  });
});

async function holderOf(c: Ctx): Promise<{ companyId: number; connectionId: number }> {
  const { kernel, address } = c.var;
  const token = bearerIn(c.req.header('Authorization')) ?? '';
  const { apiGuesses } = kernel.services;
  // Tokens from before the minimum length can be guessed, so the guess limit applies to them too.
  if (token.length < FEWEST_TOKEN_LETTERS && apiGuesses.left(address).tries < 1) apiGuesses.take(address);
  const holder = await findByToken(kernel, token);
  if (holder) return holder;
  apiGuesses.take(address);
  c.var.log.warn({ address }, 'the token of a connection was refused');
  throw new AppError('ERR_API_TOKEN', {}, { isPublic: true });
}
