import { passwordResets } from '@db/platform/schema/index.ts';
import { eq, lte, sql } from 'drizzle-orm';
import { AppError, InvalidInput } from '@/core/errors.ts';
import type { Locale } from '@/core/i18n.ts';
import { platformScope } from '@/core/platform-scope.ts';
import { createKeyedLimits } from '@/core/queue/keyed-limits.ts';
import { type Kernel, openScope, SYSTEM } from '@/core/scope.ts';
import type { Browser } from '@/core/security/client-browser.ts';
import { networkKey, networkOf } from '@/core/security/network-address.ts';
import { isSignature } from '@/core/security/secrets.ts';
import { findLogin } from '@/modules/auth/auth.queries.ts';
import { steadyPause } from '@/modules/auth/constant-response-time.logic.ts';
import { knownDevice } from '@/modules/auth/sessions/devices.service.ts';
import { getCompany } from '@/modules/companies/companies.queries.ts';
import { postMail } from '@/modules/mail/mail.service.ts';
import { hashPassword, isCommonPassword } from '@/modules/users/passwords.state.ts';
import { setOwnPassword } from '@/modules/users/set-password.service.ts';
import { MAX_TRIES, textOf } from './mail-reset-code.listener.ts';
import type { ForgotInput, ResetInput } from './password-reset.schema.ts';

export type PasswordResetEvents = { 'password.forgotten': { email: string; locale: Locale } };
declare module '@/core/events.ts' {
  interface PlatformEventMap extends PasswordResetEvents {}
}

declare module '@/modules/mail/mail.service.ts' {
  interface MailKinds {
    'passwordReset:changed': { name: string };
  }
}

/** Runs after the response: its duration would reveal a known e-mail. Throws ERR_RATE_LIMITED. */
export function forgetPassword(
  kernel: Kernel,
  { email, address, locale }: ForgotInput & { address: string; locale: Locale },
): void {
  kernel.services.resetTries.asking.take(networkKey(address));
  platformScope(kernel).emit('password.forgotten', { email, locale });
}

/** A refusal takes the same time whatever its cause. Throws as `resetPassword`. */
export async function steadyReset(kernel: Kernel, input: ResetInput & { browser: Browser }): Promise<void> {
  const [result] = await Promise.allSettled([resetPassword(kernel, input), steadyPause(kernel)]);
  if (result.status === 'rejected') throw result.reason;
}

/** Ends all sessions. Throws ERR_RATE_LIMITED, ERR_RESET_CODE_INVALID, ERR_SIGN_IN_BUSY, InvalidInput on `newPassword`. */
async function resetPassword(
  kernel: Kernel,
  { email, token, newPassword, browser }: ResetInput & { browser: Browser },
): Promise<void> {
  if (isCommonPassword(newPassword))
    throw new InvalidInput({ newPassword: 'errors:ERR_PASSWORD_TOO_COMMON' });
  const { address } = browser;
  const { networks, accounts } = kernel.services.resetTries;
  const login = await findLogin(kernel, email);
  const device = login && (await knownDevice(kernel, login, browser));
  if (device === undefined) networks.take(networkKey(address));
  accounts.take(`${email} ${device === undefined ? networkOf(address) : `device ${device}`}`);
  const most = device === undefined ? MAX_TRIES : Number.POSITIVE_INFINITY;
  const makeHash = () => hashPassword(newPassword);
  const passwordHash = await oneAtATime.run(email, () => takeCode(kernel, { email, token, most }, makeHash));
  if (!passwordHash || !login) {
    kernel.log.warn({ address }, 'a code to reset a password failed');
    throw new AppError('ERR_RESET_CODE_INVALID', {}, { isPublic: true });
  }
  const calledFrom = { address, device: () => '' };
  const scope = await openScope(kernel, { companyId: login.companyId, actor: SYSTEM, calledFrom });
  const { name, language } = await setOwnPassword(scope, { userId: login.userId, passwordHash });
  kernel.services.passwordTries.guard.succeed(email, { address });
  await postMail(platformScope(kernel), {
    kind: 'passwordReset:changed',
    key: `password-changed:${kernel.ids.uuid()}`,
    recipient: email,
    language: language ?? (await getCompany(kernel, login.companyId)).language,
    companyId: login.companyId,
    values: { name },
  });
}

/** Parallel tries must all count. */
const oneAtATime = createKeyedLimits(16);

/** The hash, if the code is right; where making it is refused, the code stays. */
async function takeCode(
  kernel: Kernel,
  { email, token, most }: Pick<ResetInput, 'email' | 'token'> & { most: number },
  makeHash: () => Promise<string>,
): Promise<string | undefined> {
  const row = await kernel.platform.db.query.passwordResets.findFirst({
    where: eq(passwordResets.email, email),
  });
  const isMatch = isSignature(kernel.secrets.codes, textOf(email, token), row?.codeHash ?? '');
  const isOpen = row !== undefined && row.tries < most && row.expiresAt > kernel.clock();
  if (!isOpen) return undefined;
  const passwordHash = isMatch ? await makeHash() : undefined;
  await platformScope(kernel).write(({ db }) =>
    isMatch
      ? db.delete(passwordResets).where(eq(passwordResets.email, email))
      : db
          .update(passwordResets)
          .set({ tries: sql`${passwordResets.tries} + 1` })
          .where(eq(passwordResets.email, email)),
  );
  return passwordHash;
}

export async function forgetOldCodes(kernel: Kernel): Promise<void> {
  await kernel.platform.write((tx) =>
    tx.delete(passwordResets).where(lte(passwordResets.expiresAt, kernel.clock())),
  );
}
