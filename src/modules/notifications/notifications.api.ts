import { Hono } from 'hono';
import { signedIn } from '@/kernel/http/authenticate.ts';
import type { Env } from '@/kernel/http/env.ts';
import { body, query } from '@/kernel/http/validate.ts';
import { requireUser } from '@/kernel/policy.ts';
import { PreferenceInput, PushSubscriptionInput, PushSubscriptionName } from './inputs.schema.ts';
import { listNotifications } from './notifications.queries.ts';
import { getPreferences, setPreference } from './preferences.service.ts';
import { sendTestPush, subscribeToPush, unsubscribeFromPush } from './push-subscriptions.service.ts';

export const notificationsApi = new Hono<Env>()
  .get('/notifications', signedIn, async (c) => c.json(await listNotifications(c.var.scope)))
  .get('/me/preferences', signedIn, async (c) =>
    c.json(await getPreferences(c.var.scope, requireUser(c.var.scope).id)),
  )
  .put('/me/preferences', signedIn, body(PreferenceInput), async (c) =>
    c.json(await setPreference(c.var.scope, c.req.valid('json'))),
  )
  .get('/push/key', signedIn, (c) => c.json({ publicKey: c.var.kernel.secrets.push.publicKey }))
  .post('/push-subscriptions', signedIn, body(PushSubscriptionInput), async (c) =>
    c.json(await subscribeToPush(c.var.scope, c.req.valid('json'))),
  )
  .delete('/push-subscriptions', signedIn, query(PushSubscriptionName), async (c) => {
    await unsubscribeFromPush(c.var.scope, c.req.valid('query'));
    return c.json({ message: 'Push subscription deleted' });
  })
  .post('/push-subscriptions/test', signedIn, async (c) => c.json(await sendTestPush(c.var.scope)));
