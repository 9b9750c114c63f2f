import { passwordResets } from '@db/platform/schema/index.ts';
import { users } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { PlatformListener } from '@/core/events.ts';
import { type Kernel, systemScope } from '@/core/scope.ts';
import { sign } from '@/core/security/secrets.ts';
import { createThrottle, type Throttle } from '@/core/security/throttle.ts';
import { findLogin } from '@/modules/auth/auth.queries.ts';
import { postMail } from '@/modules/mail/mail.service.ts';

/** Over all networks, in addition to `accounts`: one code in a hundred million is right. */
export const MAX_TRIES = 100;
const USEFUL_MS = 15 * 60_000;
const DIGITS = 8;

declare module '@/modules/mail/mail.service.ts' {
  interface MailKinds {
    'passwordReset:code': { name: string; code: string };
  }
}

declare module '@/core/scope.ts' {
  interface Services {
    resetTries: { asking: Throttle; mails: Throttle; networks: Throttle; accounts: Throttle };
  }
}
export const createResetTries = ({ ticks }: Kernel) => ({
  asking: createThrottle(ticks, { tries: 10, perSeconds: 900 }),
  mails: createThrottle(ticks, { tries: 5, perSeconds: 3600 }),
  networks: createThrottle(ticks, { tries: 20, perSeconds: 900 }),
  /** By account and network, or account and device: attackers cannot use up the owner's tries. */
  accounts: createThrottle(ticks, { tries: 5, perSeconds: 900 }),
});

/** Does nothing for an unknown e-mail, or a user who may not sign in. A new code replaces the previous one. */
export const mailCode: PlatformListener<'password.forgotten'> = async (scope, { email, locale }) => {
  const { kernel } = scope;
  const login = await findLogin(kernel, email);
  if (!login) return;
  // Fails silently: the owner must not be flooded, and the requester must not learn that the account exists.
  if (!kernel.services.resetTries.mails.tryTake(email)) return;
  const company = await systemScope(kernel, login.companyId);
  const user = await company.db.query.users.findFirst({ where: eq(users.id, login.userId) });
  if (!user || user.disabledAt) return;
  const code = makeCode(kernel);
  await scope.write(async (tx) => {
    const row = {
      codeHash: sign(kernel.secrets.codes, textOf(email, code)),
      tries: 0,
      createdAt: tx.now(),
      expiresAt: new Date(tx.now().getTime() + USEFUL_MS),
    };
    await tx.db
      .insert(passwordResets)
      .values({ email, ...row })
      .onConflictDoUpdate({ target: passwordResets.email, set: row });
    await postMail(tx, {
      kind: 'passwordReset:code',
      key: `password-reset:${kernel.ids.uuid()}`,
      recipient: email,
      language: user.language ?? locale,
      companyId: login.companyId,
      values: { name: user.name, code },
      usefulFor: USEFUL_MS,
    });
  });
};

/** The key is not in the database: with it, a copy would let eight digits be guessed in seconds. */
export const textOf = (email: string, code: string) => `password-reset:${email}:${code}`;

function makeCode({ ids }: Kernel): string {
  const random = Buffer.from(ids.token(8), 'base64url').readBigUInt64BE();
  return String(random % 10n ** BigInt(DIGITS)).padStart(DIGITS, '0');
}
