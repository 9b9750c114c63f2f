import { Hono } from 'hono';
import { signedIn } from '@/kernel/http/authenticate.ts';
import type { Env } from '@/kernel/http/env.ts';
import { idParam, query } from '@/kernel/http/validate.ts';
import { listUserChoices, listUsers, readUser } from './users.queries.ts';
import { UserFilter } from './users.schema.ts';

/** What the transfer dialog needs; making and changing users comes with their own screen. */
export const usersApi = new Hono<Env>()
  .get('/users', signedIn, query(UserFilter), async (c) =>
    c.json(await listUsers(c.var.scope, c.req.valid('query'))),
  )
  .get('/users/list', signedIn, async (c) => c.json(await listUserChoices(c.var.scope)))
  .get('/users/:id', signedIn, async (c) => c.json(await readUser(c.var.scope, idParam(c))));
