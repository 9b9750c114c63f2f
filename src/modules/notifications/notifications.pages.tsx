import { OfflineDocument } from '@views/pages/notifications/offline-document.tsx';
import { Hono } from 'hono';
import type { Env } from '@/kernel/http/env.ts';
import { fragment } from '@/kernel/http/respond.ts';

/** Fetched by public/sw.js when it is installed, in the reader's language. */
export const notificationsPages = new Hono<Env>().get('/offline', async (c) => {
  const document = await fragment(c, <OfflineDocument lang={c.var.locale} />).text();
  return c.html(`<!doctype html>${document}`);
});
