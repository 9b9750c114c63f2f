import { listDemoPeople } from '@demo/seed/people.ts';
import { z } from 'zod';
import { AppError } from '@/core/errors.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { setSessionCookie } from '@/core/http/sessions/session-cookie.ts';
import { findLogin } from '@/modules/auth/auth.queries.ts';
import type { Demo } from '@/modules/auth/demo-people.port.ts';
import { startSession } from '@/modules/auth/sessions/sessions.service.ts';
import { paths } from '@/paths.ts';
import { SIMULATOR } from './phones/simulator.schema.ts';
import { TOUR_PATH } from './tour/steps.ts';
import { enterPath, SIGN_IN, Target } from './tour/tour.pages.tsx';

export const DEMO: Demo = {
  people: listDemoPeople().map(({ name, email, profile, company }) => ({ name, email, profile, company })),
  signIn: SIGN_IN,
  phones: SIMULATOR,
  tour: TOUR_PATH,
};

const EMAILS = listDemoPeople().map(({ email }) => email);
/** `to`: from the sign-in page and the tour. */
const Choice = z.object({ email: z.enum(EMAILS), to: Target.optional() });

export const peoplePages = [
  pageRoute(`POST ${SIGN_IN}`, {
    access: 'anyone',
    form: Choice,
    example: () => ({ body: { email: EMAILS[0] ?? '' } }),
    onInvalid() {
      throw new AppError('ERR_NOT_FOUND');
    },
    async answer(c, { form: { email, to } }) {
      const login = await findLogin(c.var.kernel, email);
      if (!login) throw new AppError('ERR_NOT_FOUND');
      setSessionCookie(c, await startSession(c.var.kernel, login.companyId, login.userId));
      return c.redirect(to ? enterPath({ email, to }) : paths.home(), 303);
    },
  }),
];
