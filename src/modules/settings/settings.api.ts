import { Hono } from 'hono';
import { AppError } from '@/kernel/errors.ts';
import { signedIn } from '@/kernel/http/authenticate.ts';
import type { Env } from '@/kernel/http/env.ts';
import { body, idParam } from '@/kernel/http/validate.ts';
import { getOwnCompany, getPublicSetting, listSettings } from './settings.queries.ts';
import { PublicSettingKey, SettingInput } from './settings.schema.ts';
import { changeSetting } from './settings.service.ts';

export const settingsApi = new Hono<Env>()
  .get('/companies/:id', signedIn, async (c) => c.json(await getOwnCompany(c.var.scope, idParam(c))))
  .get('/settings', signedIn, async (c) => c.json(await listSettings(c.var.scope)))
  .put('/settings/:key', signedIn, body(SettingInput), async (c) =>
    c.json(await changeSetting(c.var.scope, { key: c.req.param('key'), value: c.req.valid('json').value })),
  )
  .get('/settings/:key', async (c) => {
    const key = PublicSettingKey.safeParse(c.req.param('key'));
    if (!key.success) throw new AppError('ERR_NO_SETTING_FOUND');
    return c.json(await getPublicSetting(c.var.kernel, key.data));
  });
