import { ConfirmEmailPage } from '@views/pages/auth/confirm-email-page.tsx';
import { SignUpPage } from '@views/pages/auth/sign-up-page.tsx';
import { AppError } from '@/core/errors.ts';
import type { Ctx } from '@/core/http/env.ts';
import { errorText, setRetryAfter } from '@/core/http/responses/error-responses.ts';
import { done, leadTo, page } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import type { Refused } from '@/core/http/routing/validate.ts';
import { findActor } from '@/core/http/sessions/authenticate.ts';
import { flash } from '@/core/http/sessions/flash.ts';
import { steadyPause } from '@/modules/auth/constant-response-time.logic.ts';
import { allowsRegistering } from '@/modules/auth/registration.queries.ts';
import { paths } from '@/paths.ts';
import { confirmEmail, requireConfirmation, sendConfirmationAgain } from './confirm-email.service.ts';
import { readOffer } from './sign-up.queries.ts';
import { SignUpInput, SignUpQuery } from './sign-up.schema.ts';
import { signUp } from './sign-up.service.ts';

const GUESSED = { params: { secret: 'guessed' } };

export const signUpPages = [
  pageRoute('GET /signup', {
    access: 'anyone',
    query: SignUpQuery,
    async answer(c, { query: { companyId } }) {
      if (await findActor(c)) return c.redirect(paths.home());
      return signUpPage(c, { values: companyId ? { companyId: String(companyId) } : {} });
    },
  }),
  pageRoute('POST /signup', {
    access: 'anyone',
    form: SignUpInput,
    example: () => ({
      body: {
        name: 'Padaria Sol',
        email: 'dona@padaria.test',
        phone: '(11) 98888-7777',
        password: 'uma senha bem comprida',
        planId: 1,
      },
    }),
    onInvalid: (c, refused) => signUpPage(c, { ...refused, status: 422 }),
    async answer(c, { form }) {
      const { kernel, address, locale, origin } = c.var;
      const home = kernel.config.publicUrl ?? origin;
      try {
        await signUp(kernel, { ...form, address, language: locale, origin: home });
      } catch (error) {
        if (!(error instanceof AppError) || error.status !== 429) throw error;
        setRetryAfter(c, error);
        const { password: _password, planId, companyId = '', ...values } = form;
        const shown = { ...values, planId: String(planId), companyId: String(companyId) };
        return signUpPage(c, { values: shown, error: errorText(c, error), status: 429 });
      }
      await steadyPause(kernel);
      flash(c, 'success', 'signUp:done');
      return c.redirect(paths.login(), 303);
    },
  }),
  pageRoute('GET /confirm-email/:secret', {
    access: 'anyone',
    example: () => GUESSED,
    async answer(c, { secret }) {
      await requireConfirmation(c.var.kernel, secret);
      const node = <ConfirmEmailPage action={paths.confirmEmail(secret)} />;
      return page(c, { title: 'signUp:confirmPage.title', layout: 'bare' }, node);
    },
  }),
  // POST, not GET: mail scanners open every link.
  pageRoute('POST /confirm-email/:secret', {
    access: 'anyone',
    example: () => GUESSED,
    async answer(c, { secret }) {
      await confirmEmail(c.var.kernel, secret);
      flash(c, 'success', 'signUp:confirmed');
      return c.redirect(paths.login(), 303);
    },
  }),
  pageRoute('POST /confirm-email', {
    access: 'admin',
    async answer(c) {
      await sendConfirmationAgain(c.var.scope);
      return done(c, { toast: 'signUp:sentAgain' });
    },
  }),
];

type Shown = Partial<Refused> & { error?: string; status?: 200 | 422 | 429 };

async function signUpPage(c: Ctx, { values = {}, errors = {}, error, status }: Shown): Promise<Response> {
  const { kernel } = c.var;
  if (!(await allowsRegistering(kernel))) {
    flash(c, 'info', 'signUp:closed');
    return leadTo(c, paths.login());
  }
  const { onlyPlanId, ...offer } = await readOffer(kernel);
  const { name = '', email = '', phone = '', planId = String(onlyPlanId ?? ''), companyId = '' } = values;
  const props = { values: { name, email, phone, planId, companyId }, errors, error, ...offer };
  return page(c, { title: 'signUp:pageTitle', layout: 'bare', status }, <SignUpPage {...props} />);
}
