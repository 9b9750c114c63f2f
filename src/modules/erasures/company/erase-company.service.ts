import { companyErasures } from '@db/platform/schema/index.ts';
import { ne } from 'drizzle-orm';
import { audit } from '@/core/audit/audit.ts';
import { insertedRow } from '@/core/db/inserted-row.ts';
import type { OwnedRows } from '@/core/db/owned-rows.ts';
import { InvalidInput } from '@/core/errors.ts';
import { platformOf, platformScope } from '@/core/platform-scope.ts';
import { requireRecentAuthentication, requireSuper, requireUser } from '@/core/policy.ts';
import { forCompanies, type StartWork } from '@/core/queue/company-jobs.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import { sign } from '@/core/security/secrets.ts';
import { requireDeleted } from '@/modules/back-office/bin.queries.ts';
import { dropFromBin } from '@/modules/back-office/bin.service.ts';
import { carryOutCompany } from './run-company-erasure.service.ts';

const NOTHING = { people: 0, files: 0, bytes: 0, objects: 0 };

/** Irreversible. Throws ERR_NO_SUPER, ERR_PROOF_REQUIRED, ERR_NO_COMPANY_FOUND, InvalidInput. */
export async function eraseCompany(
  scope: Scope,
  { companyId, typedName }: { companyId: number; typedName: string },
): Promise<{ companyErasureId: number }> {
  requireSuper(scope);
  requireRecentAuthentication(scope);
  const person = requireUser(scope);
  const { kernel } = scope;
  const id = await platformOf(scope).write(async (tx) => {
    const { name, record } = await requireDeleted(tx, companyId);
    if (typedName.trim() !== name) throw new InvalidInput({ typedName: 'backOffice:delete.nameDiffers' });
    const people = (JSON.parse(record) as OwnedRows).logins ?? [];
    const uuid = kernel.ids.uuid();
    await audit(tx, { what: 'company.erased', on: { id: companyId } });
    await dropFromBin(tx, companyId);
    const names = [name, ...people.map(({ email }) => String(email))].filter((term) => term.length >= 3);
    const nameHash = sign(kernel.secrets.codes, `company:${name.toLowerCase()}`);
    const counts = { ...NOTHING, people: people.length };
    const row = await tx.db
      .insert(companyErasures)
      .values({
        uuid,
        companyId,
        nameHash,
        step: 'folder',
        counts,
        names,
        askedAt: tx.now(),
        userName: person.name,
      })
      .returning({ id: companyErasures.id })
      .then(insertedRow);
    tx.emit('company.changed', { companyId });
    return row.id;
  });
  void carryOutCompany(kernel, id).catch((error) => kernel.log.error({ err: error }, 'an erasure waits'));
  return { companyErasureId: id };
}

export async function goOnErasing(kernel: Kernel): Promise<void> {
  const rows = await platformScope(kernel)
    .db.select({ id: companyErasures.id })
    .from(companyErasures)
    .where(ne(companyErasures.step, 'done'));
  await forCompanies(kernel, 'goOnErasing', rows, ({ id }) => carryOutCompany(kernel, id));
}

export const erasingAtStart: StartWork = {
  name: 'erasing companies',
  ofPlatform: true,
  tables: [],
  isWanted: async () => false,
  run: goOnErasing,
};
