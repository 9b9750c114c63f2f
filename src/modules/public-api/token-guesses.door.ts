import { createMiddleware } from 'hono/factory';
import type { Env } from '@/kernel/http/env.ts';

/** Whoever tries tokens is stopped soon, also with the right one. Throws ERR_RATE_LIMITED. */
export const tokenGuesses = createMiddleware<Env>(async (c, next) => {
  const { apiGuesses } = c.get('kernel').services;
  const key = `token:${c.get('address')}`;
  if (apiGuesses.left(key).tries < 1) apiGuesses.take(key);
  await next();
  if (c.res.status !== 401 || !c.req.header('Authorization')) return;
  apiGuesses.tryTake(key);
  c.var.log.warn({ address: c.get('address') }, 'an access token was refused');
});
