import { settingChanges, settings } from '@db/tenant/schema/index.ts';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import { audit } from '@/core/audit/audit.ts';
import { forCompanies, type StartWork, withOpenCompany } from '@/core/queue/company-jobs.ts';
import { type Kernel, type Scope, systemScope } from '@/core/scope.ts';
import { isEncrypted } from '@/core/security/encrypted-text.ts';
import { listOwnCompanyIds } from '@/modules/companies/companies.queries.ts';
import { encryptValue } from './encrypted-value.logic.ts';
import { isSecretSetting, isSettingKey, SECRET_SETTINGS, VISIT_KEY } from './settings.schema.ts';

/** Older versions stored credentials in plain text. */
export const plainSettingsAtStart: StartWork = {
  name: 'plain settings',
  tables: [settings],
  isWanted: async (scope) => (await readPlainRows(scope)).length > 0,
  run: encryptOldSettings,
  runFor: encryptSettingsOf,
};

export async function encryptOldSettings(kernel: Kernel): Promise<void> {
  await forCompaniesAtStart(kernel, 'encryptOldSettings', (companyId) =>
    encryptSettingsOf(kernel, companyId),
  );
}

async function forCompaniesAtStart(
  kernel: Kernel,
  job: string,
  work: (companyId: number) => Promise<void>,
): Promise<void> {
  await forCompanies(kernel, job, await listOwnCompanyIds(kernel), async (companyId) => {
    if (kernel.tenants.ahead(companyId)?.worksAtStart === false) return;
    await withOpenCompany(kernel, companyId, () => work(companyId));
  });
}

async function encryptSettingsOf(kernel: Kernel, companyId: number): Promise<void> {
  const scope = await systemScope(kernel, companyId);
  const encrypted = await scope.write(encryptPlainRows);
  if (encrypted === 0) return;
  // The write-ahead log still holds the plain values.
  const { client } = await kernel.tenants.open(companyId);
  await client.execute('PRAGMA wal_checkpoint(TRUNCATE)');
}

async function readPlainRows(scope: Scope) {
  const rows = await scope.db.query.settings.findMany({
    where: inArray(settings.key, [...SECRET_SETTINGS]),
  });
  return rows.filter(({ value }) => value !== '' && !isEncrypted(value));
}

async function encryptPlainRows(tx: Scope): Promise<number> {
  const plain = await readPlainRows(tx);
  if (plain.length === 0) return 0;
  // Otherwise SQLite leaves replaced bytes in the file.
  await tx.db.run(sql`PRAGMA secure_delete = ON`);
  for (const { id, key, value } of plain) {
    if (!isSettingKey(key)) continue;
    await tx.db
      .update(settings)
      .set({ value: encryptValue(tx, key, value) })
      .where(eq(settings.id, id));
  }
  return plain.length;
}

export const oldChangesAtStart: StartWork = {
  name: 'old setting changes',
  tables: [settingChanges],
  isWanted: async (scope) => (await scope.db.query.settingChanges.findFirst()) !== undefined,
  run: (kernel) =>
    forCompaniesAtStart(kernel, 'moveOldChanges', (companyId) => moveChangesOf(kernel, companyId)),
  runFor: moveChangesOf,
};

async function moveChangesOf(kernel: Kernel, companyId: number): Promise<void> {
  const scope = await systemScope(kernel, companyId);
  await scope.write(moveOldChanges);
}

async function moveOldChanges(tx: Scope): Promise<void> {
  const rows = await tx.db.select().from(settingChanges).orderBy(asc(settingChanges.id));
  for (const { key, before, after, userId, userName, createdAt: at } of rows) {
    // Visitors were stored as `name (company)`.
    const end = userName.lastIndexOf(' (');
    const [visitor, company] = [userName.slice(0, end), userName.slice(end + 2, -1)];
    const isVisit = key === VISIT_KEY;
    const person = {
      personId: userId,
      personName: isVisit ? visitor : userName,
      personCompanyId: userId && tx.companyId,
    };
    const change = isSecretSetting(key)
      ? { before: {}, after: { secret: '-' } }
      : { before: { value: before }, after: { value: after } };
    const entry = isVisit
      ? ({ what: 'visit.began', on: { name: company } } as const)
      : ({ what: 'setting.changed', on: { id: key }, ...change } as const);
    await audit(tx, entry, { at, person });
  }
  await tx.db.delete(settingChanges);
}
