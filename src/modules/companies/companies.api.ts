import { Hono } from 'hono';
import { signedIn } from '@/kernel/http/authenticate.ts';
import type { Env } from '@/kernel/http/env.ts';
import { idParam } from '@/kernel/http/validate.ts';
import { getCompanyWithPlan } from './companies.queries.ts';

export const companiesApi = new Hono<Env>().get('/companies/listPlan/:id', signedIn, async (c) =>
  c.json(await getCompanyWithPlan(c.var.scope, idParam(c))),
);
