import { Hono } from 'hono';
import { z } from 'zod';
import { listDemoPeople } from '@/demo/seed/people.ts';
import { AppError } from '@/kernel/errors.ts';
import type { Env } from '@/kernel/http/env.ts';
import { setSessionCookie } from '@/kernel/http/session-cookie.ts';
import { form } from '@/kernel/http/validate.ts';
import { findLogin } from '@/modules/auth/auth.queries.ts';
import type { Demo } from '@/modules/auth/demo-people.ts';
import { startSession } from '@/modules/auth/sessions.service.ts';
import { paths } from '@/paths.ts';
import { SIMULATOR } from './simulator.schema.ts';

const SIGN_IN = `${SIMULATOR}/sign-in`;

export const DEMO: Demo = {
  people: listDemoPeople().map(({ name, email, profile, company }) => ({ name, email, profile, company })),
  signIn: SIGN_IN,
  phones: SIMULATOR,
};

const Choice = z.object({ email: z.enum(listDemoPeople().map(({ email }) => email)) });

/** No password is asked: mount it behind `loopbackOnly`. */
export const peoplePages = new Hono<Env>().post(
  SIGN_IN,
  form(Choice, () => {
    throw new AppError('ERR_NOT_FOUND');
  }),
  async (c) => {
    const login = await findLogin(c.var.kernel, c.req.valid('form').email);
    if (!login) throw new AppError('ERR_NOT_FOUND');
    setSessionCookie(c, await startSession(c.var.kernel, login.companyId, login.userId));
    return c.redirect(paths.home(), 303);
  },
);
