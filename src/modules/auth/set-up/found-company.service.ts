import type { PlatformScope } from '@/core/platform-scope.ts';
import { addCompany, type CompanyDraft } from '@/modules/companies/companies.service.ts';
import { storeHours } from '@/modules/settings/company-hours.service.ts';
import type { CompanyHours } from '@/modules/settings/settings.views.ts';
import { addFirstPerson, FIRST_USER } from '@/modules/users/add-first-user.service.ts';
import { addLogin, requireFreeEmail } from '@/modules/users/logins.service.ts';

export type NewCompany = CompanyDraft & {
  owner: { name: string; passwordHash: string; super: boolean };
  hours?: CompanyHours;
};

/** One commit. Throws ERR_EMAIL_TAKEN, ERR_COMPANY_INVALID_NAME, ERR_COMPANY_NAME_ALREADY_EXISTS. */
export async function foundCompany(
  platform: PlatformScope,
  { owner, hours, ...draft }: NewCompany,
): Promise<{ companyId: number; userId: number }> {
  const email = draft.email.toLowerCase();
  const companyId = await platform.write(async (tx) => {
    await requireFreeEmail(tx, email);
    const id = await addCompany(tx, { ...draft, email }, async (scope) => {
      await addFirstPerson(scope, { ...owner, email });
      if (hours) await storeHours(scope, hours);
    });
    await addLogin(tx, { email, companyId: id, userId: FIRST_USER });
    return id;
  });
  return { companyId, userId: FIRST_USER };
}
