import { emailConfirmations } from '@db/platform/schema/index.ts';
import { and, eq, gt } from 'drizzle-orm';
import { AppError } from '@/core/errors.ts';
import { platformOf, platformScope } from '@/core/platform-scope.ts';
import { isAdmin, requireCan } from '@/core/policy.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import { fingerprint } from '@/core/security/secrets.ts';
import { getCompany } from '@/modules/companies/companies.queries.ts';
import { changeCompany } from '@/modules/companies/companies.service.ts';
import { getPublicSetting } from '@/modules/settings/settings.queries.ts';
import { mailConfirmation } from './create-company.listener.ts';

export async function mustConfirmEmail({ kernel, companyId }: Scope): Promise<boolean> {
  const { trialExpiration, emailConfirmedAt } = await getCompany(kernel, companyId);
  if (!trialExpiration || emailConfirmedAt) return false;
  return (await getPublicSetting(kernel, 'confirmEmail')).value === 'enabled';
}

/** Call before WhatsApp is connected. Throws ERR_EMAIL_NOT_CONFIRMED. */
export async function requireConfirmedEmail(scope: Scope): Promise<void> {
  if (await mustConfirmEmail(scope)) throw new AppError('ERR_EMAIL_NOT_CONFIRMED');
}

export async function requireConfirmation(kernel: Kernel, secret: string): Promise<{ companyId: number }> {
  const row = await kernel.platform.db.query.emailConfirmations.findFirst({
    where: and(
      eq(emailConfirmations.hash, fingerprint(secret)),
      gt(emailConfirmations.expiresAt, kernel.clock()),
    ),
  });
  if (!row) throw new AppError('ERR_CONFIRMATION_LINK_INVALID');
  return row;
}

/** Works once. Throws ERR_CONFIRMATION_LINK_INVALID. */
export async function confirmEmail(kernel: Kernel, secret: string): Promise<void> {
  const { companyId } = await requireConfirmation(kernel, secret);
  await platformScope(kernel).write(async (tx) => {
    await tx.db.delete(emailConfirmations).where(eq(emailConfirmations.companyId, companyId));
    await changeCompany(tx, { companyId, emailConfirmedAt: tx.now() });
  });
}

/** Throws ERR_NO_PERMISSION, ERR_RATE_LIMITED. */
export async function sendConfirmationAgain(scope: Scope): Promise<void> {
  requireCan(scope, isAdmin);
  if (!(await mustConfirmEmail(scope))) return;
  scope.kernel.services.signUps.networks.take(`company ${scope.companyId}`);
  const { email, language } = await getCompany(scope.kernel, scope.companyId);
  const { origin, companyId } = scope;
  await mailConfirmation(platformOf(scope), { companyId, email, language, origin });
}
