import { settings } from '@db/tenant/schema/index.ts';
import { eq, inArray, sql } from 'drizzle-orm';
import { type Kernel, type Scope, systemScope } from '@/kernel/scope.ts';
import { listCompanyIds } from '@/modules/companies/companies.queries.ts';
import { isSealed, seal } from './sealed-value.ts';
import { isSettingKey, SECRET_SETTINGS } from './settings.schema.ts';

/** Credentials that were written down before they were sealed; run at every start. */
export async function sealOldSettings(kernel: Kernel): Promise<void> {
  for (const companyId of await listCompanyIds(kernel)) {
    await sealSettingsOf(kernel, companyId).catch((error) =>
      kernel.log.error({ err: error, companyId }, 'old credentials could not be sealed'),
    );
  }
}

async function sealSettingsOf(kernel: Kernel, companyId: number): Promise<void> {
  const scope = await systemScope(kernel, companyId);
  const sealed = await scope.write(sealPlainRows);
  if (sealed === 0) return;
  // The log of writes still holds them as they were.
  const { client } = await kernel.tenants.open(companyId);
  await client.execute('PRAGMA wal_checkpoint(TRUNCATE)');
}

async function sealPlainRows(tx: Scope): Promise<number> {
  const rows = await tx.db.query.settings.findMany({ where: inArray(settings.key, [...SECRET_SETTINGS]) });
  const plain = rows.filter(({ value }) => value !== '' && !isSealed(value));
  if (plain.length === 0) return 0;
  // SQLite otherwise leaves the bytes of what it replaces.
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
