import { Hono } from 'hono';
import { AppError } from '../core/errors.ts';
import type { Ctx, Env } from '../core/http/env.ts';
import { sendFile } from '../core/http/responses/send-file.ts';
import { findActiveActor, requireActive } from '../core/http/sessions/authenticate.ts';
import type { Medium } from '../core/module.ts';
import { platformScope } from '../core/platform-scope.ts';
import { openScope, PLATFORM, type Scope, systemScope } from '../core/scope.ts';
import { findLogo } from '../modules/branding/branding.queries.ts';
import { MODULES } from '../modules.ts';

/** For signed addresses and readers, else 404. Throws ERR_COMPANY_DISABLED, ERR_SUBSCRIPTION_EXPIRED. */
export const mediaRoutes = new Hono<Env>().on(
  ['GET', 'HEAD'],
  '/media/:companyId/:month/:file',
  async (c) => {
    const companyId = Number(c.req.param('companyId'));
    const key = `${c.req.param('month')}/${c.req.param('file')}`;
    const { storage } = c.var.kernel;
    const isSigned = storage.isSigned(companyId, key, c.req.query('e') ?? '', c.req.query('s') ?? '');
    const scope = isSigned ? await scopeOfHolder(c, companyId) : await scopeOfReader(c, companyId);
    const { mime, name } = await findMedium(scope, key);
    return sendFile(c, { path: await storage.open(companyId, key), mime, name });
  },
);

/** Clients append the address to their own `/public/`, so only its end counts. */
export const publicRoutes = new Hono<Env>().on(['GET', 'HEAD'], '/public/*', async (c) => {
  const { kernel } = c.var;
  const logo = await logoOf(c);
  if (logo) return logo;
  const key = new URL(c.req.url).pathname.split('/').slice(-2).join('/');
  for (const find of PUBLIC_READERS) {
    const medium = await find(platformScope(kernel), key);
    if (medium) return sendFile(c, { path: await kernel.storage.open(PLATFORM, key), ...medium });
  }
  throw new AppError('ERR_NOT_FOUND');
});

/** Existing clients know logos only by their path. */
async function logoOf(c: Ctx): Promise<Response | undefined> {
  const { kernel } = c.var;
  const [folder, file = ''] = new URL(c.req.url).pathname.split('/').slice(-2);
  if (folder !== 'logotipos') return undefined;
  const logo = await findLogo(kernel, file.split('.')[0] ?? '');
  if (!logo) return c.redirect('/icons/app.png');
  return sendFile(c, { ...logo, path: await kernel.storage.open(PLATFORM, logo.key) });
}

async function scopeOfHolder(c: Ctx, companyId: number): Promise<Scope> {
  await requireActive(c, companyId);
  return systemScope(c.var.kernel, companyId);
}

async function scopeOfReader(c: Ctx, companyId: number): Promise<Scope> {
  const actor = await findActiveActor(c);
  if (actor?.companyId !== companyId) throw new AppError('ERR_NOT_FOUND');
  return openScope(c.var.kernel, { companyId, actor });
}

async function findMedium(scope: Scope, key: string): Promise<Medium> {
  for (const { find } of READERS) {
    const medium = await find(scope, key);
    if (medium) return medium;
  }
  throw new AppError('ERR_NOT_FOUND');
}

const PUBLIC_READERS = MODULES.flatMap(({ publicMedia = [] }) => publicMedia);
const READERS = MODULES.flatMap(({ media = [] }) => media);
