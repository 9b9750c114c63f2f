import { companies, deletedCompanies, plans } from '@db/platform/schema/index.ts';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import {
  type OwnedRows,
  readOwnedRows,
  replaceOwnedPeople,
  writeOwnedRows,
} from '../../../core/db/owned-rows.ts';
import {
  openPlatform,
  type PlatformDatabase,
  type PlatformReader,
} from '../../../core/db/platform-database.ts';
import { findOthers } from '../../../modules/backups/restores/find-conflicts.queries.ts';
import { RestoreRefused } from '../backup-failure.ts';

export type OpenPlatform = () => Promise<PlatformDatabase>;

/** From the platform database in `from`, migrated to the current schema; includes deleted companies. */
export function readCompanyRows(from: string, companyId: number): Promise<OwnedRows> {
  return withPlatform(
    () => openPlatform(from),
    async ({ db, write }) => {
      const ofCompany = eq(deletedCompanies.companyId, companyId);
      const deleted = await db.query.deletedCompanies.findFirst({ where: ofCompany });
      // The record is JSON text, so its rows are read from scratch tables.
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
    },
  );
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

/** Throws RestoreRefused if the company, its name or an address of its people exists. */
export function requireSpaceFor(open: OpenPlatform, companyId: number, owned: OwnedRows): Promise<void> {
  return withPlatform(open, async ({ db }) => {
    await requireGone(db, companyId);
    await requireFree(db, companyId, owned);
  });
}

/** Throws RestoreRefused if an address of its people signs in at another company now. */
export function requireNobodyElse(open: OpenPlatform, companyId: number, owned: OwnedRows): Promise<void> {
  return withPlatform(open, ({ db }) => requireFree(db, companyId, owned));
}

export function addCompanyRows(open: OpenPlatform, companyId: number, owned: OwnedRows): Promise<void> {
  return withPlatform(open, (platform) =>
    platform.write(async (tx) => {
      await requireGone(tx, companyId);
      await requireFree(tx, companyId, owned);
      await addRows(tx, owned);
    }),
  );
}

export function replaceCompanyRows(open: OpenPlatform, companyId: number, owned: OwnedRows): Promise<void> {
  return withPlatform(open, (platform) =>
    platform.write(async (tx) => {
      await requireFree(tx, companyId, owned);
      await replaceRows(tx, companyId, owned);
    }),
  );
}

/** Platform rows (invoices, plan) stay as they are now, also for a company restored from the bin. */
async function replaceRows(tx: PlatformReader, companyId: number, owned: OwnedRows): Promise<void> {
  const ofCompany = eq(deletedCompanies.companyId, companyId);
  const deleted = await tx.query.deletedCompanies.findFirst({ where: ofCompany });
  await tx.delete(deletedCompanies).where(ofCompany);
  if (!(await tx.query.companies.findFirst({ where: eq(companies.id, companyId) }))) {
    const ownedRows = deleted?.record ? (JSON.parse(deleted.record) as OwnedRows) : undefined;
    await addRows(tx, ownedRows ?? owned);
    if (!ownedRows) return;
  }
  await replaceOwnedPeople(tx, companyId, owned);
}

/** Drops a reference to a plan that no longer exists. */
async function addRows(tx: PlatformReader, owned: OwnedRows): Promise<void> {
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
      `Company ${companyId} is in the bin: restore it under Platform → Companies → Bin, or set it aside and bring back the backup's: --replace.`,
    );
}

async function requireFree(db: PlatformReader, companyId: number, owned: OwnedRows): Promise<void> {
  const { name, email } = await findOthers(db, companyId, owned);
  if (name) throw new RestoreRefused(`Another company bears its name: ${name}.`);
  if (email) throw new RestoreRefused(`${email} signs in at another company now.`);
}

async function withPlatform<T>(
  open: OpenPlatform,
  work: (platform: PlatformDatabase) => Promise<T>,
): Promise<T> {
  const platform = await open();
  try {
    return await work(platform);
  } finally {
    await platform.close();
  }
}
