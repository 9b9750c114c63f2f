import { createMiddleware } from 'hono/factory';
import type { Env } from '@/core/http/env.ts';

/** Counts wrong tokens only; a right one is never refused for them. Throws ERR_RATE_LIMITED. */
export const tokenGuesses = createMiddleware<Env>(async (c, next) => {
  const { apiGuesses } = c.get('kernel').services;
  const key = `token:${c.get('address')}`;
  await next();
  if (c.res.status !== 401 || !c.req.header('Authorization')) return;
  c.var.log.warn({ address: c.get('address') }, 'an access token was refused');
  apiGuesses.take(key);
});
