import type { PlatformScope } from '@/kernel/platform-scope.ts';
import { systemScope } from '@/kernel/scope.ts';
import { addCompany, type CompanyDraft } from '@/modules/companies/companies.service.ts';
import { addLogin, requireFreeEmail } from '@/modules/users/logins.service.ts';
import { addFirstPerson, FIRST_USER } from '@/modules/users/people.service.ts';

export type NewCompany = CompanyDraft & { owner: { name: string; passwordHash: string; super: boolean } };

/** Platform rows first: a crash must not leave a person without a company. Throws ERR_EMAIL_TAKEN. */
export async function foundCompany(
  platform: PlatformScope,
  { owner, ...draft }: NewCompany,
): Promise<{ companyId: number; userId: number }> {
  const email = draft.email.toLowerCase();
  const companyId = await platform.write(async (tx) => {
    await requireFreeEmail(tx, email);
    const id = await addCompany(tx, { ...draft, email });
    await addLogin(tx, { email, companyId: id, userId: FIRST_USER });
    return id;
  });
  await addFirstPerson(await systemScope(platform.kernel, companyId), { ...owner, email });
  return { companyId, userId: FIRST_USER };
}
