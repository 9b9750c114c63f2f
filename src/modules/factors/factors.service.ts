import { authenticators, passkeys, recoveryCodes } from '@db/platform/schema/index.ts';
import { audit } from '@/core/audit/audit.ts';
import { AppError, InvalidInput } from '@/core/errors.ts';
import { type PlatformScope, platformOf, platformScope } from '@/core/platform-scope.ts';
import { requireRecentAuthentication, requireUser } from '@/core/policy.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import { decryptText, encryptText, isEncrypted } from '@/core/security/encrypted-text.ts';
import { createThrottle, type Throttle } from '@/core/security/throttle.ts';
import { platformName } from '@/modules/mail/platform-name.queries.ts';
import { authenticatorName } from './authenticator-name.logic.ts';
import { type Factors, getFactors, ofPerson, type Person } from './factors.queries.ts';
import type { AuthenticatorInput } from './factors.schema.ts';
import {
  type FreshCodes,
  findRecoveryCode,
  prepareRecoveryCodes,
  storeRecoveryCodes,
  takeRecoveryCode,
} from './recovery-codes.service.ts';
import { addressOf, looksLikeTotp, makeSecret, stepOf } from './totp.logic.ts';

/** For signed-in people: somebody at their unlocked screen cannot guess codes. */
const TRIES = { tries: 10, perSeconds: 600 };

declare module '@/core/scope.ts' {
  interface Services {
    codeTries: Throttle;
  }
}
export const createCodeTries = ({ ticks }: Kernel) => createThrottle(ticks, TRIES);

export async function getOwnFactors(scope: Scope): Promise<Factors> {
  return getFactors(scope.kernel, selfOf(scope));
}

/** Not stored until a code proves that the app has it. */
export type Offer = { secret: string; encrypted: string; address: string };

/** With `encrypted` it returns the same offer, for a corrected form. Throws ERR_FACTOR_EXISTS. */
export async function offerAuthenticator(scope: Scope, encrypted?: string): Promise<Offer> {
  const person = selfOf(scope);
  if ((await getFactors(scope.kernel, person)).hasAuthenticator) throw new AppError('ERR_FACTOR_EXISTS');
  const { email } = requireUser(scope);
  const secret =
    (encrypted && opened(scope.kernel, authenticatorName(person, 'offer'), encrypted)) || makeSecret();
  return {
    secret,
    encrypted: encryptText(scope.kernel, authenticatorName(person, 'offer'), secret),
    address: addressOf(secret, await platformName(scope.kernel), email),
  };
}

/**
 * Sign-in requires a code from now on. Returns recovery codes if these are the first. Throws ERR_PROOF_REQUIRED,
 * ERR_FACTOR_EXISTS, ERR_RATE_LIMITED, InvalidInput on `code`.
 */
export async function switchOnAuthenticator(
  scope: Scope,
  { sealed: encrypted, code }: AuthenticatorInput,
): Promise<string[]> {
  const person = selfOf(scope);
  requireRecentAuthentication(scope);
  const { kernel } = scope;
  takeTry(kernel, person);
  const secret = opened(kernel, authenticatorName(person, 'offer'), encrypted);
  const lastStep = secret ? stepOf(secret, code, kernel.clock(), 0) : undefined;
  if (lastStep === undefined) throw wrongCode();
  const fresh = await prepareRecoveryCodes(kernel, person);
  return platformOf(scope).write(async (tx) => {
    const stored = encryptText(kernel, authenticatorName(person, 'secret'), secret);
    const made = await tx.db
      .insert(authenticators)
      .values({ ...person, encryptedSecret: stored, lastStep, createdAt: tx.now() })
      .onConflictDoNothing()
      .returning({ userId: authenticators.userId });
    if (made.length === 0) throw new AppError('ERR_FACTOR_EXISTS');
    await audit(scope, { what: 'factor.added' });
    return firstRecoveryCodes(tx, person, fresh);
  });
}

/** Throws ERR_RATE_LIMITED, InvalidInput on `code`. */
export async function switchOffAuthenticator(scope: Scope, { code }: { code: string }): Promise<void> {
  const person = selfOf(scope);
  await requireCode(scope.kernel, person, code);
  await platformOf(scope).write(async (tx) => {
    await tx.db.delete(authenticators).where(ofPerson(authenticators, person));
    await dropIdleCodes(tx, person);
    await audit(scope, { what: 'factor.removed' });
  });
}

/** Invalidates the old ones. Throws ERR_RATE_LIMITED, InvalidInput on `code`. */
export async function renewRecoveryCodes(scope: Scope, { code }: { code: string }): Promise<string[]> {
  const person = selfOf(scope);
  await requireCode(scope.kernel, person, code);
  const fresh = await prepareRecoveryCodes(scope.kernel, person);
  return platformOf(scope).write(async (tx) => {
    await audit(scope, { what: 'factor.codesRenewed' });
    return storeRecoveryCodes(tx, person, fresh);
  });
}

/** Accepts an authenticator code, or a recovery code, which is used up. The caller limits the tries. */
export async function takeCode(kernel: Kernel, person: Person, code: string): Promise<boolean> {
  const platform = platformScope(kernel);
  if (looksLikeTotp(code)) return platform.write((tx) => takeTotp(tx, person, code));
  const found = await findRecoveryCode(kernel, person, code);
  return found !== undefined && platform.write((tx) => takeRecoveryCode(tx, person, found));
}

export async function firstRecoveryCodes(
  tx: PlatformScope,
  person: Person,
  fresh: FreshCodes,
): Promise<string[]> {
  const held = await tx.db.query.recoveryCodes.findFirst({ where: ofPerson(recoveryCodes, person) });
  return held ? [] : storeRecoveryCodes(tx, person, fresh);
}

export async function dropIdleCodes(tx: PlatformScope, person: Person): Promise<void> {
  const app = await tx.db.query.authenticators.findFirst({ where: ofPerson(authenticators, person) });
  const key = await tx.db.query.passkeys.findFirst({ where: ofPerson(passkeys, person) });
  if (!app && !key) await tx.db.delete(recoveryCodes).where(ofPerson(recoveryCodes, person));
}

export async function dropFactors(platform: PlatformScope, person: Person): Promise<void> {
  await platform.write(async ({ db }) => {
    for (const table of [authenticators, passkeys, recoveryCodes])
      await db.delete(table).where(ofPerson(table, person));
  });
}

async function requireCode(kernel: Kernel, person: Person, code: string): Promise<void> {
  takeTry(kernel, person);
  if (!(await takeCode(kernel, person, code))) throw wrongCode();
  kernel.services.codeTries.forget(keyOf(person));
}

async function takeTotp(tx: PlatformScope, person: Person, code: string): Promise<boolean> {
  const app = await tx.db.query.authenticators.findFirst({ where: ofPerson(authenticators, person) });
  const secret = app && opened(tx.kernel, authenticatorName(person, 'secret'), app.encryptedSecret);
  const step = secret ? stepOf(secret, code, tx.now(), app.lastStep) : undefined;
  if (step === undefined) return false;
  await tx.db.update(authenticators).set({ lastStep: step }).where(ofPerson(authenticators, person));
  return true;
}

export function selfOf(scope: Scope): Person {
  const { id: userId, companyId, home: visitor } = requireUser(scope);
  if (visitor) throw new AppError('ERR_NO_USER_FOUND');
  return { companyId, userId };
}

function takeTry({ services }: Kernel, person: Person): void {
  services.codeTries.take(keyOf(person));
}

/** Data that was not encrypted here is not accepted as a secret. */
const opened = (kernel: Kernel, name: string, encrypted: string) =>
  isEncrypted(encrypted) ? decryptText(kernel, name, encrypted) : '';
const keyOf = ({ companyId, userId }: Person) => `${companyId}/${userId}`;
const wrongCode = () => new InvalidInput({ code: 'factors:wrongCode' });
