import { ForgotPage } from '@views/pages/auth/forgot-page.tsx';
import { ResetPage } from '@views/pages/auth/reset-page.tsx';
import { AppError } from '@/core/errors.ts';
import type { Ctx } from '@/core/http/env.ts';
import { errorText } from '@/core/http/responses/error-responses.ts';
import { page } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import type { Refused } from '@/core/http/routing/validate.ts';
import { findActor } from '@/core/http/sessions/authenticate.ts';
import { browserOf } from '@/core/http/sessions/device-cookie.ts';
import { flash } from '@/core/http/sessions/flash.ts';
import { steadyPause } from '@/modules/auth/constant-response-time.logic.ts';
import { offersRegistering } from '@/modules/auth/registration.queries.ts';
import { paths } from '@/paths.ts';
import { ForgotInput, ResetForm } from './password-reset.schema.ts';
import { forgetPassword, steadyReset } from './password-reset.service.ts';

type Shown = Partial<Refused> & { error?: string; status?: 200 | 404 | 422 | 429 };

export const passwordResetPages = [
  pageRoute('GET /forgetpsw', {
    access: 'anyone',
    async answer(c) {
      if (await findActor(c)) return c.redirect(paths.home());
      return askPage(c, {});
    },
  }),
  pageRoute('POST /forgetpsw', {
    access: 'anyone',
    form: ForgotInput,
    example: () => ({ body: { email: 'nobody@aurora.test' } }),
    onInvalid: (c, refused) => askPage(c, { ...refused, status: 422 }),
    async answer(c, { form: { email } }) {
      const { kernel, address, locale } = c.var;
      try {
        forgetPassword(kernel, { email, address, locale });
      } catch (error) {
        return askPage(c, { values: { email }, ...refusal(c, error) });
      }
      await steadyPause(kernel);
      return codePage(c, { values: { email } });
    },
  }),
  pageRoute('POST /forgetpsw/reset', {
    access: 'anyone',
    form: ResetForm,
    example: () => ({
      body: {
        email: 'nobody@aurora.test',
        token: '12345678',
        newPassword: 'Uma senha bem comprida 1',
        confirmPassword: 'Uma senha bem comprida 1',
      },
    }),
    onInvalid: (c, refused) => codePage(c, { ...refused, status: 422 }),
    async answer(c, { form }) {
      try {
        await steadyReset(c.var.kernel, { ...form, browser: browserOf(c) });
      } catch (error) {
        return codePage(c, { values: { email: form.email, token: form.token }, ...refusal(c, error) });
      }
      flash(c, 'success', 'passwordReset:done');
      return c.redirect(paths.login(), 303);
    },
  }),
];

function refusal(c: Ctx, error: unknown): { error: string; status: 404 | 429 } {
  const isKnown = error instanceof AppError && (error.status === 404 || error.status === 429);
  if (!isKnown) throw error;
  return { error: errorText(c, error), status: error.status as 404 | 429 };
}

async function askPage(c: Ctx, { values = {}, errors = {}, error, status }: Shown): Promise<Response> {
  const { kernel } = c.var;
  const props = {
    values: { email: values.email ?? '' },
    errors,
    error,
    showRegister: await offersRegistering(kernel),
    mailTrouble: mailTroubleOf(c),
  };
  return page(c, { title: 'passwordReset:pageTitle', layout: 'bare', status }, <ForgotPage {...props} />);
}

async function codePage(c: Ctx, { values = {}, errors = {}, error, status }: Shown): Promise<Response> {
  const { email = '', token = '' } = values;
  const showRegister = await offersRegistering(c.var.kernel);
  const isFirst = !error && Object.keys(errors).length === 0;
  const props = { values: { email, token }, errors, error, showRegister };
  const warning = isFirst ? mailTroubleOf(c) : undefined;
  const notice = isFirst && !warning ? c.var.t('passwordReset:sent') : undefined;
  const node = <ResetPage {...props} {...{ notice, warning }} />;
  return page(c, { title: 'passwordReset:pageTitle', layout: 'bare', status }, node);
}

/** Platform-wide state: it reveals nothing about the address. */
function mailTroubleOf({ var: { kernel, t } }: Ctx): string | undefined {
  const { mailTransport, mailHealth } = kernel.services;
  if (!mailTransport) return t('passwordReset:noMail');
  return mailHealth.trouble && t('passwordReset:mailDown');
}
