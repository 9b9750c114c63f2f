import { existsSync, readdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { companies, logins, plans } from '@db/platform/schema/index.ts';
import { inArray, min, sql } from 'drizzle-orm';
import type { PlatformReader } from '@/core/db/platform-database.ts';
import { moveFolder } from '@/core/db/tenants/tenant-folder.ts';
import { AppError } from '@/core/errors.ts';
import { isCompany, isUsedId } from '@/modules/companies/next-company-id.queries.ts';
import { isTimeZone } from '@/schemas/time-zone.schema.ts';
import { STORED } from './company-files.schema.ts';

const DAY_MS = 86_400_000;
/** Without a due date it would be one of the platform's own. The file's is ignored: nothing was paid here. */
const FIRST_DAYS = 30;
const IMPORTS = 'imports';
/** Marker beside the imported data from the move until the commit is known. */
const ADOPTING = 'adopting';

export const importFolder = (dataDir: string, name: string): string => join(dataDir, IMPORTS, name);

type Row = Record<string, unknown>;
type Erase = (companyId: number) => Promise<void>;
export type Adopting = {
  dataDir: string;
  scratch: string;
  companyId: number;
  rows: { company: Row; logins: Row[] };
  name?: string;
  now: Date;
  move?: ((from: string) => Promise<void>) | undefined;
  erase?: Erase | undefined;
  step?: (name: string) => Promise<void>;
};
/** In a running server, its scope, so that other writes join the same commit. */
type AdoptedInto = {
  db: PlatformReader;
  write<T>(work: (db: PlatformReader) => Promise<T>): Promise<T>;
};
export type Adopted = { companyId: number; name: string; leftOut: string[]; people: number };

/**
 * All or nothing: rows and folder appear with one commit; after a crash `dropHalfImports` cleans up. E-mails that
 * sign in elsewhere are left out. Throws ERR_COMPANY_NAME_ALREADY_EXISTS, ERR_COMPANY_NUMBER_TAKEN.
 */
export async function adoptCompany(platform: AdoptedInto, adopting: Adopting): Promise<Adopted> {
  const { dataDir, scratch, companyId, rows, step, erase } = adopting;
  const folder = join(dataDir, 'companies', String(companyId));
  const move = adopting.move ?? (async (from) => moveFolder(from, folder));
  const name = (adopting.name ?? String(rows.company.name)).trim();
  await writeFile(join(scratch, ADOPTING), String(companyId), { mode: 0o600 });
  await step?.('before move');
  const leftOut = await platform
    .write(async (db) => {
      await requireFree(db, companyId, name);
      if (existsSync(folder)) throw new AppError('ERR_COMPANY_NUMBER_TAKEN');
      const taken = await takenEmails(db, rows.logins);
      await insertCompany(db, adopting, name);
      for (const { email, user_id } of rows.logins)
        if (!taken.includes(String(email)))
          await db.insert(logins).values({ email: String(email), companyId, userId: Number(user_id) });
      await move(join(scratch, 'company'));
      await step?.('moved');
      return taken;
    })
    .catch(async (error) => {
      await discardImport(platform.db, { dataDir, erase }, scratch);
      throw error;
    });
  await step?.('committed');
  await rm(scratch, { recursive: true, force: true });
  return { companyId, name, leftOut, people: rows.logins.length - leftOut.length };
}

type Import = { dataDir: string; erase?: Erase | undefined };

/** Only while no import is running. */
export async function dropHalfImports(db: PlatformReader, { dataDir, erase }: Import): Promise<void> {
  const root = join(dataDir, IMPORTS);
  if (!existsSync(root)) return;
  for (const name of readdirSync(root)) await discardImport(db, { dataDir, erase }, join(root, name));
  await rm(root, { recursive: true, force: true });
}

export async function discardImport(
  db: PlatformReader,
  { dataDir, erase }: Import,
  scratch: string,
): Promise<void> {
  const adopting = await numberIn(scratch, ADOPTING);
  if (adopting && !existsSync(join(scratch, 'company')) && !(await isCompany(db, adopting)))
    await rm(join(dataDir, 'companies', String(adopting)), { recursive: true, force: true });
  const stored = await numberIn(scratch, STORED);
  if (stored && !(await isCompany(db, stored))) await erase?.(stored);
  await rm(scratch, { recursive: true, force: true });
}

async function numberIn(scratch: string, name: string): Promise<number | undefined> {
  const file = Bun.file(join(scratch, name));
  return (await file.exists()) ? Number(await file.text()) || undefined : undefined;
}

async function insertCompany(
  db: PlatformReader,
  { rows, companyId, now }: Adopting,
  name: string,
): Promise<void> {
  const { company } = rows;
  const text = (key: string) => (typeof company[key] === 'string' ? String(company[key]) : '');
  const language = (['pt', 'en', 'es'] as const).find((one) => one === company.language) ?? 'pt';
  const [plan] = await db.select({ id: min(plans.id) }).from(plans);
  await db.insert(companies).values({
    id: companyId,
    name,
    language,
    timeZone: isTimeZone(text('time_zone')) ? text('time_zone') : null,
    email: text('email'),
    phone: text('phone'),
    // Payment and limits are between the company and this platform; without a plan there are no limits.
    dueDate: new Date(now.getTime() + FIRST_DAYS * DAY_MS),
    planId: plan?.id ?? null,
    billingName: text('billing_name'),
    billingEmail: text('billing_email'),
    document: text('document'),
    addressZipCode: text('address_zip_code'),
    addressStreet: text('address_street'),
    addressDistrict: text('address_district'),
    addressCity: text('address_city'),
    addressState: text('address_state'),
    addressCountry: text('address_country'),
    createdAt: now,
  });
}

export async function isNameTaken(db: PlatformReader, name: string): Promise<boolean> {
  const [named] = await db
    .select({ id: companies.id })
    .from(companies)
    .where(sql`lower(${companies.name}) = ${name.toLowerCase()}`);
  return named !== undefined;
}

async function requireFree(db: PlatformReader, companyId: number, name: string): Promise<void> {
  if (await isNameTaken(db, name)) throw new AppError('ERR_COMPANY_NAME_ALREADY_EXISTS');
  if (await isUsedId(db, companyId)) throw new AppError('ERR_COMPANY_NUMBER_TAKEN');
}

export async function takenEmails(db: PlatformReader, wanted: Row[]): Promise<string[]> {
  const emails = wanted.map(({ email }) => String(email));
  const taken = await db.select({ email: logins.email }).from(logins).where(inArray(logins.email, emails));
  return taken.map(({ email }) => email);
}
