import { Hono } from 'hono';
import { AppError } from '@/kernel/errors.ts';
import { findActiveActor, requireActive } from '@/kernel/http/authenticate.ts';
import type { Ctx, Env } from '@/kernel/http/env.ts';
import { sendFile } from '@/kernel/http/send-file.ts';
import { openScope, type Scope, systemScope } from '@/kernel/scope.ts';
import { getMedium } from './media.queries.ts';

/**
 * Media are served to who holds a signed address, or may read the conversation they belong to. Everybody
 * else, other companies above all, learns nothing: not even whether they exist. Throws ERR_COMPANY_DISABLED and
 * ERR_SUBSCRIPTION_EXPIRED for a company that may not work.
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
    const { mime, name } = await getMedium(scope, key);
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
