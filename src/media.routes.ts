import { Hono } from 'hono';
import { AppError } from './kernel/errors.ts';
import { findActiveActor, requireActive } from './kernel/http/authenticate.ts';
import type { Ctx, Env } from './kernel/http/env.ts';
import { sendFile } from './kernel/http/send-file.ts';
import type { Medium } from './kernel/module.ts';
import { openScope, type Scope, systemScope } from './kernel/scope.ts';
import { MODULES } from './modules.ts';

/**
 * Served to holders of a signed address and to readers of the conversation; the same 404 for everybody else, who
 * must not learn what exists. Throws ERR_COMPANY_DISABLED, ERR_SUBSCRIPTION_EXPIRED.
 */
export const mediaRoutes = new Hono<Env>().on(
  ['GET', 'HEAD'],
  '/media/:companyId/:month/:file',
  async (c) => {
    const companyId = Number(c.req.param('companyId'));
    const key = `${c.req.param('month')}/${c.req.param('file')}`;
    const { storage } = c.var.kernel;
    const path = storage.pathOf(companyId, key);
    const isSigned = storage.isSigned(companyId, key, c.req.query('e') ?? '', c.req.query('s') ?? '');
    const scope = isSigned ? await scopeOfHolder(c, companyId) : await scopeOfReader(c, companyId);
    const { mime, name } = await findMedium(scope, key);
    return sendFile(c, { path, mime, name });
  },
);

async function scopeOfHolder(c: Ctx, companyId: number): Promise<Scope> {
  await requireActive(c, companyId);
  return systemScope(c.var.kernel, companyId);
}

async function scopeOfReader(c: Ctx, companyId: number): Promise<Scope> {
  const actor = await findActiveActor(c);
  if (actor?.companyId !== companyId) throw new AppError('ERR_NOT_FOUND');
  return openScope(c.var.kernel, { companyId, actor });
}

/** Throws ERR_NOT_FOUND. */
async function findMedium(scope: Scope, key: string): Promise<Medium> {
  for (const { find } of READERS) {
    const medium = await find(scope, key);
    if (medium) return medium;
  }
  throw new AppError('ERR_NOT_FOUND');
}

const READERS = MODULES.flatMap(({ media = [] }) => media);
