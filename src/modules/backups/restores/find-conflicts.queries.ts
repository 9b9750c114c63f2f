import { companies, logins } from '@db/platform/schema/index.ts';
import { and, inArray, ne, sql } from 'drizzle-orm';
import type { OwnedRows } from '@/core/db/owned-rows.ts';
import type { PlatformReader } from '@/core/db/platform-database.ts';

/** Companies that now use this company's name or one of its users' addresses. */
export async function findOthers(
  db: PlatformReader,
  companyId: number,
  owned: OwnedRows,
): Promise<{ name: string | undefined; email: string | undefined }> {
  const name = String(owned.companies?.[0]?.name ?? '').toLowerCase();
  const [named] = await db
    .select()
    .from(companies)
    .where(and(sql`lower(${companies.name}) = ${name}`, ne(companies.id, companyId)));
  const emails = (owned.logins ?? []).map(({ email }) => String(email));
  const [taken] = await db
    .select()
    .from(logins)
    .where(and(inArray(logins.email, emails), ne(logins.companyId, companyId)));
  return { name: named?.name, email: taken?.email };
}
