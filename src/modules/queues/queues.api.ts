import { Hono } from 'hono';
import { signedIn } from '@/kernel/http/authenticate.ts';
import type { Env } from '@/kernel/http/env.ts';
import { idParam } from '@/kernel/http/validate.ts';
import { getQueue, listQueues } from './queues.queries.ts';

export const queuesApi = new Hono<Env>()
  .get('/queue', signedIn, async (c) => c.json(await listQueues(c.var.scope)))
  .get('/queue/:id', signedIn, async (c) => c.json(await getQueue(c.var.scope, idParam(c))));
