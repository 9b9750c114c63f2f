import { authenticators, passkeys, recoveryCodes } from '@db/platform/schema/index.ts';
import { and, count, eq } from 'drizzle-orm';
import type { Kernel } from '@/core/scope.ts';

export type Person = { companyId: number; userId: number };
type Owned = typeof authenticators | typeof recoveryCodes | typeof passkeys;

export const ofPerson = (table: Owned, { companyId, userId }: Person) =>
  and(eq(table.companyId, companyId), eq(table.userId, userId));

export type Factors = { hasAuthenticator: boolean; passkeys: number; recoveryCodes: number };

export async function getFactors({ platform: { db } }: Kernel, person: Person): Promise<Factors> {
  const app = await db.query.authenticators.findFirst({ where: ofPerson(authenticators, person) });
  const [keys] = await db.select({ n: count() }).from(passkeys).where(ofPerson(passkeys, person));
  const [codes] = await db.select({ n: count() }).from(recoveryCodes).where(ofPerson(recoveryCodes, person));
  return { hasAuthenticator: app !== undefined, passkeys: keys?.n ?? 0, recoveryCodes: codes?.n ?? 0 };
}

/** Runs on every request of a company that requires a second factor. */
export function hasFactor(kernel: Kernel, person: Person): Promise<boolean> {
  const { platform } = kernel;
  const key = `factor:${person.companyId}/${person.userId}`;
  return platform.remember([authenticators, passkeys], key, async () => {
    const factors = await getFactors(kernel, person);
    return factors.hasAuthenticator || factors.passkeys > 0;
  });
}
