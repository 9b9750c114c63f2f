import { logins } from '@db/platform/schema/index.ts';
import { eq, sql } from 'drizzle-orm';
import { platformStatement } from '@/core/db/driver/prepared-statement.ts';
import type { PlatformReader } from '@/core/db/platform-database.ts';
import type { Kernel, Scope, UserActor } from '@/core/scope.ts';
import { getOwnCompany } from '@/modules/settings/settings.queries.ts';
import { getUser } from '@/modules/users/users.queries.ts';
import type { LoginUserView, RefreshUserView } from './auth.views.ts';

export async function getLoginUser(scope: Scope, actor: UserActor): Promise<LoginUserView> {
  const { tokenVersion: _version, ...user } = await getUser(scope, actor.id);
  return { ...user, company: withEnd(await getOwnCompany(scope, scope.companyId)) };
}

export async function getRefreshedUser(scope: Scope, actor: UserActor): Promise<RefreshUserView> {
  const user = await getUser(scope, actor.id);
  return { ...user, company: withEnd(user.company) };
}

/** Existing clients refuse sign-in without a due date; a company without one never ends. */
function withEnd<Company extends { dueDate: string | null }>(company: Company) {
  return { ...company, dueDate: company.dueDate ?? '2999-12-31T00:00:00.000Z' };
}

export async function needsSetUp(db: PlatformReader): Promise<boolean> {
  const mark = await db.query.platformSettings.findFirst({
    where: (t, { eq }) => eq(t.key, 'setUpAt'),
  });
  return !mark;
}

export async function findLogin(
  kernel: Kernel,
  email: string,
): Promise<{ companyId: number; userId: number } | undefined> {
  const [login] = await loginByEmail(kernel.platform.db, { email });
  return login;
}

const loginByEmail = platformStatement((db) =>
  db
    .select({ companyId: logins.companyId, userId: logins.userId })
    .from(logins)
    .where(eq(logins.email, sql.placeholder('email'))),
);
