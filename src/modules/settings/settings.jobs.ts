import { settings } from '@db/tenant/schema/index.ts';
import { eq, inArray, sql } from 'drizzle-orm';
import { forCompanies, type StartWork } from '@/kernel/chores.ts';
import { type Kernel, type Scope, systemScope } from '@/kernel/scope.ts';
import { isSealed } from '@/kernel/sealed.ts';
import { listCompanyIds } from '@/modules/companies/companies.queries.ts';
import { seal } from './sealed-value.ts';
import { isSettingKey, SECRET_SETTINGS } from './settings.schema.ts';

/** Older versions stored credentials in plain text. */
export const plainSettingsAtStart: StartWork = {
  name: 'plain settings',
  tables: [settings],
  isWanted: async (scope) => (await readPlainRows(scope)).length > 0,
  run: sealOldSettings,
};

export async function sealOldSettings(kernel: Kernel): Promise<void> {
  await forCompanies(kernel, 'sealOldSettings', await listCompanyIds(kernel), async (companyId) => {
    if (kernel.tenants.ahead(companyId)?.worksAtStart === false) return;
    const wasOpen = kernel.tenants.peek(companyId) !== undefined;
    await sealSettingsOf(kernel, companyId);
    if (!wasOpen) await kernel.tenants.rest(companyId);
  });
}

async function sealSettingsOf(kernel: Kernel, companyId: number): Promise<void> {
  const scope = await systemScope(kernel, companyId);
  const sealed = await scope.write(sealPlainRows);
  if (sealed === 0) return;
  // The write-ahead log still holds the plain values.
  const { client } = await kernel.tenants.open(companyId);
  await client.execute('PRAGMA wal_checkpoint(TRUNCATE)');
}

async function readPlainRows(scope: Scope) {
  const rows = await scope.db.query.settings.findMany({
    where: inArray(settings.key, [...SECRET_SETTINGS]),
  });
  return rows.filter(({ value }) => value !== '' && !isSealed(value));
}

async function sealPlainRows(tx: Scope): Promise<number> {
  const plain = await readPlainRows(tx);
  if (plain.length === 0) return 0;
  // Without it SQLite leaves replaced bytes in the file.
  await tx.db.run(sql`PRAGMA secure_delete = ON`);
  for (const { id, key, value } of plain) {
    if (!isSettingKey(key)) continue;
    await tx.db
      .update(settings)
      .set({ value: seal(tx, key, value) })
      .where(eq(settings.id, id));
  }
  return plain.length;
}
