import { companies, deletedCompanies, logins, plans } from '@db/platform/schema/index.ts';
import { eq, inArray, sql } from 'drizzle-orm';
import { type OwnedRows, readOwnedRows, writeOwnedRows } from '../kernel/db/owned-rows.ts';
import { openPlatform, type PlatformDatabase, type PlatformReader } from '../kernel/db/platform.ts';
import { RestoreRefused } from './failure.ts';

/** Of the platform that lies in `from`, in the shape that the code at hand expects. */
export function readCompanyRows(from: string, companyId: number): Promise<OwnedRows> {
  return withPlatform(from, ({ db }) => readOwnedRows(db, companyId));
}

/** Throws RestoreRefused where the company, its name or an address of its people is there. */
export function requireRoomFor(dataDir: string, companyId: number, owned: OwnedRows): Promise<void> {
  return withPlatform(dataDir, ({ db }) => requireFree(db, companyId, owned));
}

export function addCompanyRows(dataDir: string, companyId: number, owned: OwnedRows): Promise<void> {
  return withPlatform(dataDir, (platform) =>
    platform.write(async (tx) => {
      await requireFree(tx, companyId, owned);
      for (const row of owned.companies ?? []) {
        const plan = await tx.query.plans.findFirst({ where: eq(plans.id, Number(row.plan_id)) });
        if (!plan) row.plan_id = null;
      }
      await writeOwnedRows(tx, owned);
    }),
  );
}

async function requireFree(db: PlatformReader, companyId: number, owned: OwnedRows): Promise<void> {
  if (await db.query.companies.findFirst({ where: eq(companies.id, companyId) }))
    throw new RestoreRefused(`Company ${companyId} is there already: nothing is overwritten.`);
  if (await db.query.deletedCompanies.findFirst({ where: eq(deletedCompanies.companyId, companyId) }))
    throw new RestoreRefused(
      `Company ${companyId} is in the bin: bring it back from there, in the settings.`,
    );
  const name = String(owned.companies?.[0]?.name ?? '').toLowerCase();
  const [named] = await db.select().from(companies).where(sql`lower(${companies.name}) = ${name}`);
  if (named) throw new RestoreRefused(`Another company bears its name: ${named.name}.`);
  const emails = (owned.logins ?? []).map(({ email }) => String(email));
  const [taken] = await db.select().from(logins).where(inArray(logins.email, emails));
  if (taken) throw new RestoreRefused(`${taken.email} signs in at another company now.`);
}

async function withPlatform<T>(folder: string, work: (platform: PlatformDatabase) => Promise<T>): Promise<T> {
  const platform = await openPlatform(folder);
  try {
    return await work(platform);
  } finally {
    await platform.close();
  }
}
