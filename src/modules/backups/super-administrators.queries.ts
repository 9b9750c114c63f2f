import { companies, logins } from '@db/platform/schema/index.ts';
import { users } from '@db/tenant/schema/index.ts';
import { and, eq } from 'drizzle-orm';
import type { Locale } from '@/core/i18n.ts';
import type { Kernel } from '@/core/scope.ts';
import { isPlatformsOwn } from '@/modules/companies/companies.queries.ts';

type Administrator = { email: string; language: Locale };

/** Members of the platform's own companies: not all databases are opened. */
export async function listSuperAdministrators({ platform, tenants }: Kernel): Promise<Administrator[]> {
  const own = await platform.db.select().from(companies).where(isPlatformsOwn);
  const found: Administrator[] = [];
  for (const { id, language } of own) {
    const { db } = await tenants.open(id);
    const people = await db
      .select({ id: users.id, own: users.language })
      .from(users)
      .where(eq(users.super, true));
    for (const person of people) {
      const theirs = and(eq(logins.companyId, id), eq(logins.userId, person.id));
      const login = await platform.db.query.logins.findFirst({ where: theirs });
      if (login) found.push({ email: login.email, language: person.own ?? language });
    }
  }
  return found;
}
