import { users } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { AppError } from '@/kernel/errors.ts';
import type { Locale } from '@/kernel/i18n.ts';
import { type Kernel, systemScope } from '@/kernel/scope.ts';
import { createThrottle, type Throttle } from '@/kernel/throttle.ts';
import { verifyPassword } from '@/modules/users/passwords.ts';
import { findLogin } from './auth.queries.ts';
import type { Credentials } from './auth.schema.ts';
import { createLoginThrottle, type LoginThrottle } from './login-throttle.ts';
import { requireActiveCompany, startSession } from './sessions.service.ts';

export type SignedIn = { token: string; companyId: number; userId: number; language: Locale | null };

/**
 * Throws ERR_RATE_LIMITED, ERR_INVALID_CREDENTIALS, ERR_COMPANY_DISABLED, ERR_SUBSCRIPTION_EXPIRED (spec part 1
 * §4).
 */
export async function signIn(kernel: Kernel, input: Tried): Promise<SignedIn> {
  const person = await recognise(kernel, input);
  await requireActiveCompany(kernel, person.companyId);
  return begin(kernel, person);
}

/**
 * On our own page: an administrator whose company's subscription has ended goes on, to a session that may only pay.
 * Throws as `signIn`.
 */
export async function signInOnPage(
  kernel: Kernel,
  input: Tried,
): Promise<SignedIn & { mayOnlyPay: boolean }> {
  const person = await recognise(kernel, input);
  const mayOnlyPay = await requireActiveCompany(kernel, person.companyId).then(
    () => false,
    (error: unknown) => {
      if (isToBePaid(error) && person.profile === 'admin') return true;
      throw error;
    },
  );
  return { ...(await begin(kernel, person)), mayOnlyPay };
}

export function isToBePaid(error: unknown): boolean {
  return error instanceof AppError && error.code === 'ERR_SUBSCRIPTION_EXPIRED';
}

type Tried = Credentials & { address: string };
type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

async function recognise(kernel: Kernel, input: Tried): Promise<Person> {
  const email = input.email.toLowerCase();
  const { door } = kernel.services.passwordTries;
  door.take(email, input.address);
  const person = await findPerson(kernel, email);
  if (!(await verifyPassword(input.password, person?.passwordHash)) || !person) {
    throw new AppError('ERR_INVALID_CREDENTIALS');
  }
  door.succeed(email, input.address);
  return person;
}

async function begin(kernel: Kernel, { companyId, userId, language }: Person): Promise<SignedIn> {
  return { token: await startSession(kernel, companyId, userId), companyId, userId, language };
}

/** Throws ERR_RATE_LIMITED, ERR_INVALID_CREDENTIALS. */
export async function checkPassword(
  kernel: Kernel,
  email: string,
  password: string,
  hash: string,
): Promise<void> {
  const { page } = kernel.services.passwordTries;
  page.take(email);
  if (!(await verifyPassword(password, hash))) throw new AppError('ERR_INVALID_CREDENTIALS');
  page.forget(email);
}

/** Undefined also for the disabled: a wrong password, an unknown e-mail and they look alike. */
async function findPerson(kernel: Kernel, email: string) {
  const login = await findLogin(kernel, email);
  if (!login) return undefined;
  const scope = await systemScope(kernel, login.companyId);
  const user = await scope.db.query.users.findFirst({ where: eq(users.id, login.userId) });
  if (!user || user.disabledAt) return undefined;
  const { id: userId, passwordHash, language, profile } = user;
  return { companyId: login.companyId, userId, passwordHash, language, profile };
}

declare module '@/kernel/scope.ts' {
  interface Services {
    passwordTries: { door: LoginThrottle; page: Throttle };
  }
}
export const createPasswordTries = ({ ticks }: Kernel) => ({
  door: createLoginThrottle(ticks),
  page: createThrottle(ticks, { tries: 10, perSeconds: 300 }),
});
