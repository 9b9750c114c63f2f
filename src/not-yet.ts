import { Hono } from 'hono';
import { NOT_YET } from './contract/not-yet.endpoints.ts';
import { signedIn } from './kernel/http/authenticate.ts';
import type { Env } from './kernel/http/env.ts';

/** Answers for modules that are not there yet. */
export const notYetRoutes = new Hono<Env>();

for (const { path, empty, access } of NOT_YET) {
  if (access === 'anyone') notYetRoutes.get(path, (c) => c.json(empty));
  else notYetRoutes.get(path, signedIn, (c) => c.json(empty));
}
