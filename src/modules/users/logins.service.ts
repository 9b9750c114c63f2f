import { logins } from '@db/platform/schema/index.ts';
import { and, eq } from 'drizzle-orm';
import { AppError } from '@/core/errors.ts';
import type { PlatformScope } from '@/core/platform-scope.ts';

export type Login = { email: string; companyId: number; userId: number };

/** An e-mail signs in at one company only. Throws ERR_EMAIL_TAKEN. */
export async function addLogin(platform: PlatformScope, login: Login): Promise<void> {
  await platform.write(async (tx) => {
    await requireFreeEmail(tx, login.email);
    await tx.db.insert(logins).values(login);
  });
}

export async function moveLogin(platform: PlatformScope, login: Login): Promise<void> {
  await platform.write(async (tx) => {
    await dropLogin(tx, login);
    await requireFreeEmail(tx, login.email);
    await tx.db.insert(logins).values(login);
  });
}

export async function dropLogin(
  platform: PlatformScope,
  { companyId, userId }: Omit<Login, 'email'>,
): Promise<void> {
  const theirs = and(eq(logins.companyId, companyId), eq(logins.userId, userId));
  await platform.write((tx) => tx.db.delete(logins).where(theirs));
}

export async function requireFreeEmail(tx: PlatformScope, email: string): Promise<void> {
  const holder = await tx.db.query.logins.findFirst({ where: eq(logins.email, email) });
  if (holder) throw new AppError('ERR_EMAIL_TAKEN');
}
