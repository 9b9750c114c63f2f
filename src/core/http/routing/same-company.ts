import type { MiddlewareHandler } from 'hono';
import { AppError } from '../../errors.ts';
import { cachedForm, cachedJson } from '../body/read-body.ts';
import type { Ctx, Env } from '../env.ts';

/** Existing clients send these before they know their company, or for none. */
const NONE = new Set<unknown>([undefined, null, '', 'null', 'undefined']);

/** Refuses another company's `companyId` instead of acting in the caller's own company. Throws ERR_OTHER_COMPANY. */
export const ownCompanyInQuery: MiddlewareHandler<Env> = (c, next) => {
  requireOwnCompany(c as Ctx, c.req.queries('companyId') ?? []);
  return next();
};

/** Mount it after the body is read. Throws ERR_OTHER_COMPANY. */
export const ownCompanyInJson: MiddlewareHandler<Env> = async (c, next) => {
  const body = await cachedJson(c as Ctx);
  if (typeof body === 'object' && body !== null && 'companyId' in body)
    requireOwnCompany(c as Ctx, [body.companyId]);
  await next();
};

/** Mount it after the form is read. Throws ERR_OTHER_COMPANY. */
export const ownCompanyInForm: MiddlewareHandler<Env> = async (c, next) => {
  requireOwnCompany(c as Ctx, (await cachedForm(c as Ctx))?.getAll('companyId') ?? []);
  await next();
};

export function requireOwnCompany(c: Ctx, named: unknown[]): void {
  const own = c.get('scope')?.companyId;
  if (own === undefined) return;
  const isOwn = (value: unknown) => NONE.has(value) || value === own || value === String(own);
  if (!named.every(isOwn)) throw new AppError('ERR_OTHER_COMPANY', {}, { isPublic: true });
}
