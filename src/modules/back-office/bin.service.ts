import { companies, deletedCompanies, logins, plans } from '@db/platform/schema/index.ts';
import { eq, inArray, lte, sql } from 'drizzle-orm';
import { audit } from '@/core/audit/audit.ts';
import { type OwnedRows, writeOwnedRows } from '@/core/db/owned-rows.ts';
import { AppError } from '@/core/errors.ts';
import { type PlatformScope, platformOf } from '@/core/platform-scope.ts';
import { requireSuper } from '@/core/policy.ts';
import { forCompanies, type StartWork } from '@/core/queue/company-jobs.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import { destroyData } from '@/modules/companies/destroy-data.service.ts';
import { startIfActive } from '@/modules/connections/connections.jobs.ts';
import { binFolder, isInBin, requireDeleted } from './bin.queries.ts';

/** Throws ERR_NO_SUPER, ERR_NO_COMPANY_FOUND, ERR_COMPANY_NAME_ALREADY_EXISTS, ERR_EMAIL_TAKEN. */
export async function bringBackCompany(scope: Scope, { companyId }: { companyId: number }): Promise<void> {
  requireSuper(scope);
  const { kernel } = scope;
  const platform = platformOf(scope);
  await requireFree(platform, ownedBy(await requireDeleted(platform, companyId)));
  // The folder first: after a crash in between the next start puts it into the bin again.
  await kernel.tenants.bringBack(companyId, binFolder(kernel, companyId));
  const write = platform.write(async (tx) => {
    const deleted = await requireDeleted(tx, companyId);
    const owned = ownedBy(deleted);
    await requireFree(tx, owned);
    await dropMissingPlan(tx, owned);
    await writeOwnedRows(tx.db, owned);
    await dropFromBin(tx, companyId);
    await audit(tx, { what: 'company.broughtBack', on: { id: companyId, name: deleted.name } });
    tx.emit('company.changed', { companyId });
  });
  await write.catch(async (error) => {
    if (await isInBin(platform, companyId))
      await kernel.tenants.moveAway(companyId, binFolder(kernel, companyId));
    throw error;
  });
  // Among several nodes the one that takes it begins its work.
  if (kernel.nodes) return;
  kernel.outbox.adopt(companyId);
  await startIfActive(kernel, companyId);
}

/** Repairs a crash: a deleted company's folder is still, or again, in its old location. */
export const binAtStart: StartWork = {
  name: 'bin',
  ofPlatform: true,
  tables: [],
  isWanted: async () => false,
  async run(kernel) {
    const rows = await kernel.platform.db.select({ id: deletedCompanies.companyId }).from(deletedCompanies);
    for (const { id } of rows) await kernel.tenants.moveAway(id, binFolder(kernel, id));
  },
};

/** Files first: if the row's deletion fails, the job just runs again. */
export async function emptyBin(kernel: Kernel): Promise<void> {
  const over = lte(deletedCompanies.retainedUntil, kernel.clock());
  const rows = await kernel.platform.db
    .select({ id: deletedCompanies.companyId })
    .from(deletedCompanies)
    .where(over);
  await forCompanies(kernel, 'emptyBin', rows, async ({ id }) => {
    await destroyData(kernel, id, [binFolder(kernel, id)]);
    await kernel.platform.write((tx) =>
      tx.delete(deletedCompanies).where(eq(deletedCompanies.companyId, id)),
    );
  });
}

export async function dropFromBin(tx: PlatformScope, companyId: number): Promise<void> {
  await tx.db.delete(deletedCompanies).where(eq(deletedCompanies.companyId, companyId));
}

const ownedBy = ({ record }: { record: string }) => JSON.parse(record) as OwnedRows;

async function requireFree({ db }: PlatformScope, owned: OwnedRows): Promise<void> {
  const names = (owned.companies ?? []).map(({ name }) => String(name).toLowerCase());
  const [named] = await db
    .select({ id: companies.id })
    .from(companies)
    .where(inArray(sql`lower(${companies.name})`, names));
  if (named) throw new AppError('ERR_COMPANY_NAME_ALREADY_EXISTS');
  const emails = (owned.logins ?? []).map(({ email }) => String(email));
  const [taken] = await db.select({ email: logins.email }).from(logins).where(inArray(logins.email, emails));
  if (taken) throw new AppError('ERR_EMAIL_TAKEN');
}

async function dropMissingPlan({ db }: PlatformScope, owned: OwnedRows): Promise<void> {
  for (const row of owned.companies ?? []) {
    if (row.plan_id === null) continue;
    const known = await db.query.plans.findFirst({ where: eq(plans.id, Number(row.plan_id)) });
    if (!known) row.plan_id = null;
  }
}
