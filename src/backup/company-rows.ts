import {
  companies,
  deletedCompanies,
  logins,
  plans,
  restingCompanies,
  sessions,
} from '@db/platform/schema/index.ts';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type OwnedRows, readOwnedRows, writeOwnedRows } from '../kernel/db/owned-rows.ts';
import { openPlatform, type PlatformDatabase, type PlatformReader } from '../kernel/db/platform.ts';
import { RestoreRefused } from './failure.ts';

/** From the platform that lies in `from`, in the shape that the code at hand expects; also of a company in its bin. */
export function readCompanyRows(from: string, companyId: number): Promise<OwnedRows> {
  return withPlatform(from, async ({ db, write }) => {
    const ofCompany = eq(deletedCompanies.companyId, companyId);
    const deleted = await db.query.deletedCompanies.findFirst({ where: ofCompany });
    // Its record is a text: only what is this company's once it stands in tables is read.
    if (deleted?.record) {
      const record = readRecord(deleted.record, companyId);
      await write(async (tx) => {
        await dropUnknownPlan(tx, record);
        await writeOwnedRows(tx, record);
      }).catch((error) => {
        throw new RestoreRefused(
          `What the backup has of company ${companyId} in the bin cannot be read: ${error}`,
        );
      });
    }
    return readOwnedRows(db, companyId);
  });
}

const Record = z.record(
  z.string(),
  z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
);

function readRecord(text: string, companyId: number): OwnedRows {
  try {
    return Record.parse(JSON.parse(text));
  } catch {
    throw new RestoreRefused(`What the backup has of company ${companyId} in the bin cannot be read.`);
  }
}

/** Throws RestoreRefused where the company, its name or an address of its people is there. */
export function requireRoomFor(dataDir: string, companyId: number, owned: OwnedRows): Promise<void> {
  return withPlatform(dataDir, async ({ db }) => {
    await requireGone(db, companyId);
    await requireFree(db, companyId, owned);
  });
}

/** Throws RestoreRefused where an address of its people signs in at another company now. */
export function requireNobodyElse(dataDir: string, companyId: number, owned: OwnedRows): Promise<void> {
  return withPlatform(dataDir, ({ db }) => requireFree(db, companyId, owned));
}

export function addCompanyRows(dataDir: string, companyId: number, owned: OwnedRows): Promise<void> {
  return withPlatform(dataDir, (platform) =>
    platform.write(async (tx) => {
      await requireGone(tx, companyId);
      await addRows(tx, companyId, owned);
    }),
  );
}

export function replaceCompanyRows(dataDir: string, companyId: number, owned: OwnedRows): Promise<void> {
  return withPlatform(dataDir, (platform) => platform.write((tx) => replaceRows(tx, companyId, owned)));
}

/**
 * The platform's books (plan, invoices, figures) stay as they are now, also those of a company in the bin. Its people come
 * from the backup; who is the same person now and then keeps the second factor and tokens of now. Everybody signs in anew.
 */
export async function replaceRows(tx: PlatformReader, companyId: number, owned: OwnedRows): Promise<void> {
  const ofCompany = eq(deletedCompanies.companyId, companyId);
  const deleted = await tx.query.deletedCompanies.findFirst({ where: ofCompany });
  await tx.delete(deletedCompanies).where(ofCompany);
  if (!(await tx.query.companies.findFirst({ where: eq(companies.id, companyId) }))) {
    const kept = deleted?.record ? (JSON.parse(deleted.record) as OwnedRows) : undefined;
    await addRows(tx, companyId, kept ?? owned);
    if (!kept) return;
  }
  await requireFree(tx, companyId, owned);
  const now = await readOwnedRows(tx, companyId);
  const people = new Set((owned.logins ?? []).map(personOf));
  const same = (now.logins ?? [])
    .filter((row) => people.has(personOf(row)))
    .map((row) => Number(row.user_id));
  const isOther = sql`company_id = ${companyId} and user_id not in (select value from json_each(${JSON.stringify(same)}))`;
  const missing: OwnedRows = {};
  for (const table of Object.keys(now)) {
    const columns = await tx.all(sql`select 1 from pragma_table_info(${table}) where name = 'user_id'`);
    if (columns.length === 0) continue;
    await tx.run(sql`delete from ${sql.identifier(table)} where ${isOther}`);
    missing[table] = (owned[table] ?? []).filter((row) => !same.includes(Number(row.user_id)));
  }
  await writeOwnedRows(tx, missing);
  await tx.delete(sessions).where(eq(sessions.companyId, companyId));
  await tx.delete(restingCompanies).where(eq(restingCompanies.companyId, companyId));
}

const personOf = ({ email, user_id: userId }: Record<string, unknown>) => `${userId} ${email}`;

async function addRows(tx: PlatformReader, companyId: number, owned: OwnedRows): Promise<void> {
  await requireFree(tx, companyId, owned);
  await dropUnknownPlan(tx, owned);
  await writeOwnedRows(tx, owned);
}

async function dropUnknownPlan(tx: PlatformReader, owned: OwnedRows): Promise<void> {
  for (const row of owned.companies ?? []) {
    const plan = await tx.query.plans.findFirst({ where: eq(plans.id, Number(row.plan_id)) });
    if (!plan) row.plan_id = null;
  }
}

async function requireGone(db: PlatformReader, companyId: number): Promise<void> {
  if (await db.query.companies.findFirst({ where: eq(companies.id, companyId) }))
    throw new RestoreRefused(
      `Company ${companyId} is there already: nothing was changed. To set it aside and bring back the backup's: --replace.`,
    );
  if (await db.query.deletedCompanies.findFirst({ where: eq(deletedCompanies.companyId, companyId) }))
    throw new RestoreRefused(
      `Company ${companyId} is in the bin: bring it back from there, in the settings, or set it aside and bring back the backup's: --replace.`,
    );
}

async function requireFree(db: PlatformReader, companyId: number, owned: OwnedRows): Promise<void> {
  const name = String(owned.companies?.[0]?.name ?? '').toLowerCase();
  const [named] = await db
    .select()
    .from(companies)
    .where(and(sql`lower(${companies.name}) = ${name}`, ne(companies.id, companyId)));
  if (named) throw new RestoreRefused(`Another company bears its name: ${named.name}.`);
  const emails = (owned.logins ?? []).map(({ email }) => String(email));
  const [taken] = await db
    .select()
    .from(logins)
    .where(and(inArray(logins.email, emails), ne(logins.companyId, companyId)));
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
