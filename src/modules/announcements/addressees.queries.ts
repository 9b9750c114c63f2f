import { announcementCompanies, announcements } from '@db/platform/schema/index.ts';
import { count, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { PlatformScope } from '@/core/platform-scope.ts';

/** Ids of companies; null stands for all of them, also of those that are added later. */
export type Addressees = number[] | null;

export async function findAddressees(scope: PlatformScope, announcementId: number): Promise<Addressees> {
  const { companyId } = announcementCompanies;
  const known = await scope.db.query.announcements.findFirst({
    columns: { forAll: true },
    where: eq(announcements.id, announcementId),
  });
  if (!known || known.forAll) return null;
  const rows = await scope.db
    .select({ companyId })
    .from(announcementCompanies)
    .where(eq(announcementCompanies.announcementId, announcementId))
    .orderBy(companyId);
  return rows.map((row) => row.companyId);
}

export async function countAddressees(
  scope: PlatformScope,
  announcementIds: number[],
): Promise<Map<number, number | null>> {
  const { id, forAll } = announcements;
  const rows = await scope.db
    .select({ id, forAll, n: count(announcementCompanies.companyId) })
    .from(announcements)
    .leftJoin(announcementCompanies, eq(announcementCompanies.announcementId, id))
    .where(inArray(id, announcementIds))
    .groupBy(id);
  return new Map(rows.map((row) => [row.id, row.forAll ? null : row.n]));
}

export function isAddressed(addressees: Addressees, companyId: number): boolean {
  return addressees?.includes(companyId) ?? true;
}

export function addressedTo(companyId: number): SQL | undefined {
  const chosen = sql`(select ${announcementCompanies.announcementId} from ${announcementCompanies} where ${announcementCompanies.companyId} = ${companyId})`;
  return or(eq(announcements.forAll, true), sql`${announcements.id} in ${chosen}`);
}
