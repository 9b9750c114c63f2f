import { users } from '@db/tenant/schema/index.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { AppError } from '@/core/errors.ts';
import type { Locale } from '@/core/i18n.ts';
import { type Kernel, systemScope } from '@/core/scope.ts';
import type { Browser } from '@/core/security/client-browser.ts';
import { createThrottle, type Throttle } from '@/core/security/throttle.ts';
import { hasFactor, type Person } from '@/modules/factors/factors.queries.ts';
import { takeCode } from '@/modules/factors/factors.service.ts';
import { takePasskey } from '@/modules/factors/passkeys.service.ts';
import { verifyPassword } from '@/modules/users/passwords.state.ts';
import { findLogin } from './auth.queries.ts';
import type { Credentials } from './auth.schema.ts';
import { knownDevice, noteDevice } from './sessions/devices.service.ts';
import { pageKind, requireActiveCompany, startSession } from './sessions/sessions.service.ts';
import { noteFailedSignIn, noteSignIn, type Way } from './sign-in/audit-sign-in.service.ts';
import {
  CODE_LIMITS,
  createLoginThrottle,
  type LoginThrottle,
  type TriedFrom,
} from './sign-in/login-throttle.state.ts';
import { issueSecondFactorToken, readSecondFactorToken } from './sign-in/second-step-token.logic.ts';
import { alertNewDevice } from './sign-in/sign-in-alerts.service.ts';

export type SignedIn = Person & { token: string; device: string; language: Locale | null };

/**
 * Throws ERR_RATE_LIMITED, ERR_SIGN_IN_BUSY, ERR_INVALID_CREDENTIALS, ERR_COMPANY_DISABLED, ERR_SUBSCRIPTION_EXPIRED
 * (spec part 1 §4); for a person with a second factor ERR_CODE_REQUIRED without a `code`, ERR_WRONG_CODE.
 */
export async function signIn(kernel: Kernel, input: Tried): Promise<SignedIn> {
  const person = await recognise(kernel, input);
  await requireActiveCompany(kernel, person.companyId);
  if (await hasFactor(kernel, person)) {
    if (!input.code) throw new AppError('ERR_CODE_REQUIRED', {}, { isPublic: true });
    await requireCode(kernel, person, { code: input.code, browser: input.browser });
    return begin(kernel, person, input.browser, ['password', 'code'], 'client');
  }
  return begin(kernel, person, input.browser, ['password'], 'client');
}

type OnPage = SignedIn & { mayOnlyPay: boolean };

/** A second factor continues at `finishOnPage`; an expired company may only pay. Throws as `signIn`. */
export async function signInOnPage(
  kernel: Kernel,
  input: Tried,
): Promise<OnPage | { secondFactorToken: string }> {
  const person = await recognise(kernel, input);
  const mayOnlyPay = await mayOnlyPayOf(kernel, person);
  if (await hasFactor(kernel, person)) return { secondFactorToken: issueSecondFactorToken(kernel, person) };
  return { ...(await begin(kernel, person, input.browser, ['password'])), mayOnlyPay };
}

/** Throws ERR_SESSION_EXPIRED when the password was entered too long ago, else as `signIn`. */
export async function finishOnPage(
  kernel: Kernel,
  { secondFactorToken, ...tried }: { secondFactorToken: string; code: string; browser: Browser },
): Promise<OnPage> {
  const person = await userAwaitingSecondFactor(kernel, secondFactorToken);
  const mayOnlyPay = await mayOnlyPayOf(kernel, person);
  await requireCode(kernel, person, tried);
  return { ...(await begin(kernel, person, tried.browser, ['password', 'code'])), mayOnlyPay };
}

/** A passkey is both factors. Throws ERR_NO_PASSKEYS_HERE, ERR_PASSKEY_REFUSED, and why a company may not work. */
export async function signInByPasskey(
  kernel: Kernel,
  { browser, ...attempt }: { credential: string; origin: string; browser: Browser },
): Promise<OnPage> {
  const known = await takePasskey(kernel, attempt).then(
    (person) => readPerson(kernel, person),
    () => undefined,
  );
  if (!known) {
    noteFailedSignIn(kernel, undefined, browser, 'passkey');
    throw new AppError('ERR_PASSKEY_REFUSED');
  }
  const mayOnlyPay = await mayOnlyPayOf(kernel, known);
  return { ...(await begin(kernel, known, browser, ['passkey'])), mayOnlyPay };
}

export function userAwaitingSecondFactor(kernel: Kernel, token: string): Promise<Known> {
  return readSecondFactorToken(kernel, token, (companyId, userId) =>
    readPerson(kernel, { companyId, userId }),
  );
}

async function mayOnlyPayOf(kernel: Kernel, { companyId, profile }: Known): Promise<boolean> {
  return requireActiveCompany(kernel, companyId).then(
    () => false,
    (error: unknown) => {
      if (isToBePaid(error) && profile === 'admin') return true;
      throw error;
    },
  );
}

export function isToBePaid(error: unknown): boolean {
  return error instanceof AppError && error.code === 'ERR_SUBSCRIPTION_EXPIRED';
}

type Tried = Credentials & { browser: Browser };
type Known = NonNullable<Awaited<ReturnType<typeof readPerson>>>;

async function recognise(kernel: Kernel, input: Tried): Promise<Known> {
  const email = input.email.toLowerCase();
  const login = await findLogin(kernel, email);
  const from = await triedFrom(kernel, login, input.browser);
  const caller = kernel.services.passwordTries.guard.take(email, from);
  // Undefined also for disabled people: they look the same as a wrong password or an unknown e-mail.
  const person = login && (await readPerson(kernel, login));
  if (!(await verifyPassword(input.password, person?.passwordHash, caller)) || !person) {
    noteFailedSignIn(kernel, person, input.browser, 'password');
    throw new AppError('ERR_INVALID_CREDENTIALS');
  }
  return person;
}

async function requireCode(
  kernel: Kernel,
  person: Known,
  { code, browser }: { code: string; browser: Browser },
): Promise<void> {
  const { codes } = kernel.services.passwordTries;
  const from = await triedFrom(kernel, person, browser);
  codes.take(person.email, from);
  if (!(await takeCode(kernel, person, code))) {
    noteFailedSignIn(kernel, person, browser, 'code');
    throw new AppError('ERR_WRONG_CODE', {}, { isPublic: true });
  }
  codes.succeed(person.email, from);
}

async function triedFrom(kernel: Kernel, person: Person | undefined, browser: Browser): Promise<TriedFrom> {
  return {
    address: browser.address,
    device: person && (await knownDevice(kernel, person, browser)),
  };
}

/** A device or address with a successful sign-in may try again, whatever attackers do. */
async function begin(
  kernel: Kernel,
  known: Known,
  browser: Browser,
  ways: Way[],
  kind = pageKind(browser),
): Promise<SignedIn> {
  const { companyId, userId, language, email } = known;
  kernel.services.passwordTries.guard.succeed(email, await triedFrom(kernel, known, browser));
  const device = await noteDevice(kernel, { companyId, userId }, browser);
  // A first device proves nothing: the person has only just been given access.
  if (device.isNew && !device.isFirst)
    await alertNewDevice(kernel, known, { ...browser, deviceId: device.id });
  const from = { deviceId: device.id, address: browser.address, kind };
  await noteSignIn(kernel, known, browser, ways);
  const token = await startSession(kernel, companyId, userId, from);
  return { token, device: device.cookie, companyId, userId, language };
}

/** Throws ERR_RATE_LIMITED, ERR_SIGN_IN_BUSY, ERR_INVALID_CREDENTIALS. */
export async function checkPassword(
  kernel: Kernel,
  email: string,
  password: string,
  hash: string,
): Promise<void> {
  const { page } = kernel.services.passwordTries;
  page.take(email);
  if (!(await verifyPassword(password, hash, 'user'))) throw new AppError('ERR_INVALID_CREDENTIALS');
  page.forget(email);
}

async function readPerson(kernel: Kernel, { companyId, userId }: Person) {
  const scope = await systemScope(kernel, companyId);
  const [user] = await activePerson(scope.db, { userId });
  return user && { companyId, userId, ...user };
}

const activePerson = tenantStatement((db) =>
  db
    .select({
      name: users.name,
      email: users.email,
      passwordHash: users.passwordHash,
      language: users.language,
      profile: users.profile,
    })
    .from(users)
    .where(and(eq(users.id, sql.placeholder('userId')), isNull(users.disabledAt))),
);

/** Per person: guessing must not fill the audit. */
const FAILURES = { tries: 10, perSeconds: 3600 };

declare module '@/core/scope.ts' {
  interface Services {
    passwordTries: { guard: LoginThrottle; codes: LoginThrottle; page: Throttle; noted: Throttle };
  }
}
export const createPasswordTries = ({ ticks }: Kernel) => ({
  guard: createLoginThrottle(ticks),
  codes: createLoginThrottle(ticks, CODE_LIMITS),
  page: createThrottle(ticks, { tries: 10, perSeconds: 300 }),
  noted: createThrottle(ticks, FAILURES),
});
