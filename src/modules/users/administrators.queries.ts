import { users } from '@db/tenant/schema/index.ts';
import { and, eq, isNull } from 'drizzle-orm';
import type { Locale } from '@/core/i18n.ts';
import type { Scope } from '@/core/scope.ts';
import { getCompany } from '@/modules/companies/companies.queries.ts';

export type Administrator = { id: number; email: string; language: Locale };

export async function listAdministrators({ db, kernel, companyId }: Scope): Promise<Administrator[]> {
  const { language } = await getCompany(kernel, companyId);
  const rows = await db
    .select({ id: users.id, email: users.email, own: users.language })
    .from(users)
    .where(and(eq(users.profile, 'admin'), isNull(users.disabledAt)));
  return rows.map(({ own, ...row }) => ({ ...row, language: own ?? language }));
}
