import { AppError } from '@/core/errors.ts';
import type { Kernel } from '@/core/scope.ts';
import { isSignature, sign } from '@/core/security/secrets.ts';

const MINUTES = 5;

type CheckedPassword = { companyId: number; userId: number; passwordHash: string };

/** Valid for five minutes after the password was checked; a new password invalidates it. */
export function issueSecondFactorToken(kernel: Kernel, checked: CheckedPassword): string {
  const until = kernel.clock().getTime() + MINUTES * 60_000;
  return [checked.companyId, checked.userId, until, sign(keyOf(kernel), textOf(checked, until))].join('.');
}

/** Throws ERR_SESSION_EXPIRED. `find` reads the person that it names. */
export async function readSecondFactorToken<P extends CheckedPassword>(
  kernel: Kernel,
  token: string,
  find: (companyId: number, userId: number) => Promise<P | undefined>,
): Promise<P> {
  const [companyId, userId, until, signature = ''] = token.slice(0, 200).split('.');
  const ids = [Number(companyId), Number(userId), Number(until)] as const;
  const person = ids.every(Number.isSafeInteger) ? await find(ids[0], ids[1]) : undefined;
  const isOver = ids[2] <= kernel.clock().getTime();
  if (!person || isOver || !isSignature(keyOf(kernel), textOf(person, ids[2]), signature))
    throw new AppError('ERR_SESSION_EXPIRED');
  return person;
}

/** The prefix separates it from the key's other signatures. */
const textOf = ({ companyId, userId, passwordHash }: CheckedPassword, until: number) =>
  `half:${companyId}:${userId}:${until}:${passwordHash}`;
const keyOf = ({ secrets }: Kernel) => Buffer.from(secrets.jwt);
