import { Hono } from 'hono';
import { AppError } from '@/kernel/errors.ts';
import { signedIn } from '@/kernel/http/authenticate.ts';
import type { Env } from '@/kernel/http/env.ts';
import { getPublicSetting, listSettings } from './settings.queries.ts';
import { PublicSettingKey } from './settings.schema.ts';

export const settingsApi = new Hono<Env>()
  .get('/settings', signedIn, async (c) => c.json(await listSettings(c.var.scope)))
  .get('/settings/:key', async (c) => {
    const key = PublicSettingKey.safeParse(c.req.param('key'));
    if (!key.success) throw new AppError('ERR_NO_SETTING_FOUND');
    return c.json(await getPublicSetting(c.var.kernel, key.data));
  });
