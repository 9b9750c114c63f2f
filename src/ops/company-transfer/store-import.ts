import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createNamespaces } from '../../core/db/remote/database-server.ts';
import { namespaceOf } from '../../core/db/tenants/remote-tenants.ts';
import { type ImportJob, STORED } from '../../modules/company-files/company-files.schema.ts';
import { storeCompany } from '../backup/restore/store-company.ts';
import type { Shared } from '../installation/installation.ts';

/** Lower than that of any owner. */
const NO_OWNER = 0;

/** Under a number that nobody has; a company appears only with its rows in the platform. */
export async function storeImport({ scratch, companyId }: ImportJob, shared: Shared): Promise<void> {
  await createNamespaces(shared.database).create(namespaceOf(companyId));
  await writeFile(join(scratch, STORED), String(companyId), { mode: 0o600, flush: true });
  const folder = join(scratch, 'company');
  await storeCompany(folder, shared, companyId, NO_OWNER);
  await rm(folder, { recursive: true });
}
