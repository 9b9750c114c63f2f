import { deletedCompanies } from '@db/platform/schema/index.ts';
import { readOwnedRows } from '@/core/db/owned-rows.ts';
import { InvalidInput } from '@/core/errors.ts';
import { platformOf } from '@/core/platform-scope.ts';
import { requireRecentAuthentication, requireSuper } from '@/core/policy.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import { getCompany } from '@/modules/companies/companies.queries.ts';
import { removeCompany } from '@/modules/companies/companies.service.ts';
import { pauseConnections } from '@/modules/connections/connections.jobs.ts';
import { binFolder, RETENTION_DAYS } from './bin.queries.ts';
import { requireOther } from './companies.service.ts';

const DAY_MS = 86_400_000;

/**
 * Moves it to the bin for 30 days. `typedName` confirms the deletion. Throws ERR_NO_SUPER, ERR_COMPANY_IS_OWN,
 * ERR_PROOF_REQUIRED, ERR_NO_COMPANY_FOUND, InvalidInput on `typedName`.
 */
export async function deleteCompany(
  scope: Scope,
  { companyId, typedName }: { companyId: number; typedName?: string },
): Promise<void> {
  requireSuper(scope);
  requireOther(scope, companyId);
  requireRecentAuthentication(scope);
  scope.kernel.nodes?.leadTo(companyId);
  const { name } = await getCompany(scope.kernel, companyId);
  if (typedName !== undefined && typedName.trim() !== name)
    throw new InvalidInput({ typedName: 'backOffice:delete.nameDiffers' });
  // The commit decides: from here on it is deleted, and the next start finishes what a crash interrupts.
  await platformOf(scope).write(async (tx) => {
    const record = JSON.stringify(await readOwnedRows(tx.db, companyId));
    const deletedAt = tx.now();
    const retainedUntil = new Date(deletedAt.getTime() + RETENTION_DAYS * DAY_MS);
    await tx.db
      .insert(deletedCompanies)
      .values({ companyId, name, deletedAt, retainedUntil: retainedUntil, record });
    await removeCompany(tx, companyId);
  });
  await putIntoBin(scope.kernel, companyId);
}

async function putIntoBin(kernel: Kernel, companyId: number): Promise<void> {
  const { hub, outbox, tenants } = kernel;
  hub.closeAllOfCompany(companyId, 'expired');
  outbox.release(companyId);
  // Its database may be missing or broken; delete it anyway.
  await pauseConnections(kernel, companyId).catch((error) =>
    kernel.log.error({ err: error, companyId }, 'the connections of a deleted company could not be stopped'),
  );
  await tenants.moveAway(companyId, binFolder(kernel, companyId));
}
