import { companies } from '@db/platform/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { PlatformScope } from '@/core/platform-scope.ts';

type Renewal = { companyId: number; dueDate: Date | null; billingDay: number | null; planId?: number };

/** Whether the company is blocked is independent and stays unchanged. */
export async function renewCompany(
  platform: PlatformScope,
  { companyId, ...change }: Renewal,
): Promise<void> {
  await platform.write((tx) =>
    tx.db
      .update(companies)
      .set({ ...change, updatedAt: tx.now() })
      .where(eq(companies.id, companyId)),
  );
}

export type BillingColumns = Partial<
  Pick<
    typeof companies.$inferInsert,
    | 'billingName'
    | 'billingEmail'
    | 'document'
    | 'addressStreet'
    | 'addressDistrict'
    | 'addressCity'
    | 'addressState'
    | 'addressZipCode'
    | 'addressCountry'
  >
>;

export async function saveBillingData(
  platform: PlatformScope,
  companyId: number,
  data: BillingColumns,
): Promise<void> {
  await platform.write((tx) =>
    tx.db
      .update(companies)
      .set({ ...data, updatedAt: tx.now() })
      .where(eq(companies.id, companyId)),
  );
}
