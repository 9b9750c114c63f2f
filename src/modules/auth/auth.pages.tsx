import { CodePage } from '@views/pages/auth/code-page.tsx';
import { LoginPage } from '@views/pages/auth/login-page.tsx';
import { PasskeyPage } from '@views/pages/auth/passkey-page.tsx';
import type { Refusal } from '@views/pages/auth/refusal.tsx';
import { SetupPage } from '@views/pages/auth/setup-page.tsx';
import { AppError } from '@/core/errors.ts';
import type { Ctx } from '@/core/http/env.ts';
import { errorText, setRetryAfter } from '@/core/http/responses/error-responses.ts';
import { leadTo, page } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import type { Refused } from '@/core/http/routing/validate.ts';
import { rememberLeftPage, takeAskedPage } from '@/core/http/sessions/asked-page.ts';
import { findActor, requireActive } from '@/core/http/sessions/authenticate.ts';
import { dropCookie, putCookie, readCookie } from '@/core/http/sessions/cookies.ts';
import { browserOf, setDeviceCookie } from '@/core/http/sessions/device-cookie.ts';
import { flash } from '@/core/http/sessions/flash.ts';
import { setLanguageCookie } from '@/core/http/sessions/language-cookie.ts';
import { dropSessionCookie, forgetPictures, takeOwnSession } from '@/core/http/sessions/session-cookie.ts';
import { requireUser } from '@/core/policy.ts';
import { fingerprint } from '@/core/security/secrets.ts';
import { billingPaths } from '@/modules/billing/billing-paths.schema.ts';
import { daysToWarnOf } from '@/modules/companies/companies.queries.ts';
import { CodeInput, PasskeySignIn } from '@/modules/factors/factors.schema.ts';
import { partyOf } from '@/modules/factors/passkey-party.logic.ts';
import { askForPasskey } from '@/modules/factors/passkeys.service.ts';
import { paths } from '@/paths.ts';
import { Credentials, LoginReason, SetUp } from './auth.schema.ts';
import {
  finishOnPage,
  isToBePaid,
  type SignedIn,
  signInByPasskey,
  signInOnPage,
  userAwaitingSecondFactor,
} from './auth.service.ts';
import { offersRegistering } from './registration.queries.ts';
import { endSession } from './sessions/sessions.service.ts';
import { replaceSession, startHere } from './sessions/start-session.http.ts';
import { requireSetUpLink, setUp } from './set-up/set-up.service.ts';
import { noteSignOut } from './sign-in/audit-sign-in.service.ts';

/** Days before the subscription's end from which sign-in warns (spec part 1 §2). */
const WARNED_DAYS = 5;

const GUESSED = { params: { secret: 'guessed' } };
const FIRST_ADMIN = {
  companyName: 'Padaria Sol',
  name: 'Marta',
  email: 'marta@padaria.test',
  password: 'uma senha bem comprida',
};

export const authPages = [
  pageRoute('GET /login', {
    access: 'anyone',
    query: LoginReason,
    async answer(c, { query }) {
      const actor = await findActor(c);
      if (!actor) {
        if (query.ended) rememberLeftPage(c);
        return loginPage(c, query);
      }
      const closed = await whyClosed(c, actor.companyId);
      if (!closed) return c.redirect(paths.home());
      if (isToBePaid(closed) && actor.profile === 'admin') return c.redirect(billingPaths.list());
      return loginPage(c, { email: actor.email, refusal: refusalOf(c, closed) });
    },
  }),
  pageRoute('POST /login', {
    access: 'anyone',
    form: Credentials,
    example: () => ({ body: { email: 'nobody@aurora.test', password: 'wrong password' } }),
    onInvalid: refusedLogin,
    async answer(c, { form }) {
      try {
        const signedIn = await signInOnPage(c.var.kernel, { ...form, browser: browserOf(c) });
        if (!('secondFactorToken' in signedIn)) return await enter(c, signedIn);
        setSecondFactorCookie(c, signedIn.secondFactorToken);
        return c.redirect(paths.loginCode(), 303);
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        setRetryAfter(c, error);
        return loginPage(c, { email: form.email, status: statusOf(error), refusal: refusalOf(c, error) });
      }
    },
  }),
  pageRoute('GET /login/code', {
    access: 'anyone',
    async answer(c) {
      await userAwaitingSecondFactor(c.var.kernel, secondFactorTokenOf(c));
      return codePage(c, {});
    },
  }),
  pageRoute('POST /login/code', {
    access: 'anyone',
    form: CodeInput,
    example: () => ({ body: { code: '123456' } }),
    onInvalid: (c, { errors: { code: text = '' } }) =>
      codePage(c, { refusal: { text, code: 'ERR_VALIDATION' }, status: 422 }),
    async answer(c, { form: { code } }) {
      try {
        const tried = { secondFactorToken: secondFactorTokenOf(c), code, browser: browserOf(c) };
        const signedIn = await finishOnPage(c.var.kernel, tried);
        dropCookie(c, SECOND_FACTOR_COOKIE);
        return await enter(c, signedIn);
      } catch (error) {
        const isRefusal = error instanceof AppError && error.status < 500;
        if (!isRefusal || error.code === 'ERR_SESSION_EXPIRED') throw error;
        setRetryAfter(c, error);
        return codePage(c, { refusal: refusalOf(c, error), status: statusOf(error) });
      }
    },
  }),
  pageRoute('GET /login/passkey', { access: 'anyone', answer: (c) => passkeyPage(c) }),
  pageRoute('POST /login/passkey', {
    access: 'anyone',
    form: PasskeySignIn,
    example: () => ({ body: { credential: '{}' } }),
    onInvalid: (c) => passkeyPage(c, refusalOf(c, new AppError('ERR_PASSKEY_REFUSED'))),
    async answer(c, { form: { credential } }) {
      const { kernel, origin } = c.var;
      try {
        return await enter(c, await signInByPasskey(kernel, { credential, origin, browser: browserOf(c) }));
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        return passkeyPage(c, refusalOf(c, error));
      }
    },
  }),
  pageRoute('POST /logout', {
    access: 'leaving',
    forGuests: true,
    async answer(c) {
      await noteSignOut(c.var.scope);
      await endSession(c.var.kernel, requireUser(c.var.scope).session);
      const own = takeOwnSession(c);
      if (own) await endSession(c.var.kernel, fingerprint(own));
      dropSessionCookie(c);
      forgetPictures(c);
      return leadTo(c, paths.login());
    },
  }),
  pageRoute('GET /setup/:secret', {
    access: 'anyone',
    example: () => GUESSED,
    async answer(c, { secret }) {
      await requireSetUpLink(c.var.kernel, secret);
      return setUpPage(c, { values: {}, errors: {} });
    },
  }),
  pageRoute('POST /setup/:secret', {
    access: 'anyone',
    form: SetUp,
    example: () => ({ ...GUESSED, body: FIRST_ADMIN }),
    onInvalid: setUpPage,
    async answer(c, { secret, form }) {
      await requireSetUpLink(c.var.kernel, secret);
      await startHere(c, await setUp(c.var.kernel, form));
      return c.redirect(paths.firstSteps(), 303);
    },
  }),
];

/** Set after a correct password, while the second-factor code is still missing. */
const SECOND_FACTOR_COOKIE = 'half';

function setSecondFactorCookie(c: Ctx, token: string): void {
  putCookie(c, SECOND_FACTOR_COOKIE, token, { maxAge: 300 });
}

function secondFactorTokenOf(c: Ctx): string {
  return readCookie(c, SECOND_FACTOR_COOKIE) ?? '';
}

async function enter(c: Ctx, signedIn: SignedIn & { mayOnlyPay: boolean }): Promise<Response> {
  const { token, device, companyId, language, mayOnlyPay } = signedIn;
  const asked = takeAskedPage(c);
  await replaceSession(c, token);
  setDeviceCookie(c, device);
  if (language) setLanguageCookie(c, language);
  if (mayOnlyPay) return c.redirect(billingPaths.list(), 303);
  await warnOfTheEnd(c, companyId);
  return c.redirect(asked ?? paths.home(), 303);
}

const takesPasskeys = (c: Ctx) => partyOf(c.var.kernel, c.var.origin) !== undefined;

function codePage(c: Ctx, { refusal, status }: Pick<LoginState, 'refusal' | 'status'>) {
  return page(
    c,
    { title: 'auth:login.pageTitle', layout: 'bare', status },
    <CodePage refusal={refusal} takesPasskeys={takesPasskeys(c)} />,
  );
}

async function passkeyPage(c: Ctx, refusal?: Refusal): Promise<Response> {
  const options = await askForPasskey(c.var.kernel, c.var.origin);
  const node = <PasskeyPage options={options} refusal={refusal} />;
  return page(c, { title: 'auth:login.pageTitle', layout: 'bare', status: refusal ? 422 : 200 }, node);
}

function whyClosed(c: Ctx, companyId: number): Promise<AppError | undefined> {
  return requireActive(c, companyId).then(
    () => undefined,
    (error) => {
      if (error instanceof AppError) return error;
      throw error;
    },
  );
}

async function warnOfTheEnd(c: Ctx, companyId: number): Promise<void> {
  const days = await daysToWarnOf(c.var.kernel, companyId);
  if (days === null || days >= WARNED_DAYS) return;
  if (days < 1) flash(c, 'warning', 'common:dueToday');
  else flash(c, 'warning', 'common:dueSoon', days);
}

const refusalOf = (c: Ctx, error: AppError): Refusal => ({ text: errorText(c, error), code: error.code });

type LoginState = {
  ended?: 'elsewhere' | 'expired';
  email?: string;
  refusal?: Refusal;
  status?: 401 | 403 | 422 | 429;
};

async function loginPage(c: Ctx, { ended, email = '', refusal, status }: LoginState): Promise<Response> {
  const { kernel } = c.var;
  const node = (
    <LoginPage
      values={{ email }}
      refusal={refusal}
      takesPasskeys={takesPasskeys(c)}
      showRegister={await offersRegistering(kernel)}
      notice={ended === 'elsewhere' ? c.var.t('common:session.kicked') : null}
      demo={kernel.services.demo ?? null}
    />
  );
  return page(c, { title: 'auth:login.pageTitle', layout: 'bare', status }, node);
}

function refusedLogin(c: Ctx, { values }: Refused): Promise<Response> {
  const refusal = refusalOf(c, new AppError('ERR_INVALID_CREDENTIALS'));
  return loginPage(c, { email: values.email, refusal, status: 422 });
}

function statusOf(error: AppError): 401 | 403 | 429 {
  return error.status === 429 ? 429 : error.status === 403 ? 403 : 401;
}

function setUpPage(c: Ctx, { values, errors }: Refused): Promise<Response> {
  const { companyName = '', name = '', email = '' } = values;
  const hasErrors = Object.keys(errors).length > 0;
  const action = paths.setUp(c.req.param('secret') ?? '');
  const node = (
    <SetupPage action={action} values={{ companyName, name, email }} errors={errors} error={null} />
  );
  return page(c, { title: 'auth:setup.pageTitle', layout: 'bare', status: hasErrors ? 422 : 200 }, node);
}
