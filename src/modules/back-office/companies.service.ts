import { AppError, InvalidInput } from '@/core/errors.ts';
import { type PlatformScope, platformOf } from '@/core/platform-scope.ts';
import { requireRecentAuthentication, requireSuper } from '@/core/policy.ts';
import { type Kernel, type Scope, systemScopeFor } from '@/core/scope.ts';
import { requireActiveCompany } from '@/modules/auth/sessions/sessions.service.ts';
import { foundCompany } from '@/modules/auth/set-up/found-company.service.ts';
import { followTerms } from '@/modules/billing/invoices/follow-terms.service.ts';
import { getCompany, zoneOf } from '@/modules/companies/companies.queries.ts';
import type { CompanyInput, CompanyPatch } from '@/modules/companies/companies.schema.ts';
import { changeCompany, dueMoment } from '@/modules/companies/companies.service.ts';
import { requirePlanRow } from '@/modules/companies/plans.queries.ts';
import { pauseConnections, startCompanyConnections } from '@/modules/connections/connections.jobs.ts';
import { inviteUser } from '@/modules/invitations/invitations.service.ts';
import { readCompany } from '@/modules/settings/settings.queries.ts';
import type { CompanyView } from '@/modules/settings/settings.views.ts';
import { noteTimeZone } from '@/modules/settings/time-zone.service.ts';
import { hashPassword, isCommonPassword } from '@/modules/users/passwords.state.ts';
import { DEFAULT_HOURS } from '@/schemas/service-hours.schema.ts';
import type { NewCompanyView } from './back-office.views.ts';

/**
 * With its database, usual hours and first administrator, all or nothing. Throws ERR_NO_SUPER, ERR_NO_PLAN_FOUND,
 * ERR_EMAIL_TAKEN, ERR_COMPANY_INVALID_NAME, ERR_COMPANY_NAME_ALREADY_EXISTS, InvalidInput on `password`.
 */
export async function createCompany(scope: Scope, input: CompanyInput): Promise<NewCompanyView> {
  requireSuper(scope);
  const { password, ...row } = input;
  if (password !== undefined && isCommonPassword(password))
    throw new InvalidInput({ password: 'errors:ERR_PASSWORD_TOO_COMMON' });
  const platform = platformOf(scope);
  await requirePlan(platform, row.planId);
  // Without a password a random one is set; the first administrator chooses theirs by a link.
  const passwordHash = await hashPassword(password ?? scope.kernel.ids.token(32));
  const { companyId, userId } = await foundCompany(platform, {
    ...columnsOf(scope, row, null),
    name: input.name,
    email: input.email,
    dueDate: dueMoment(row.dueDate ?? null, zoneOf(scope.kernel, { timeZone: row.timeZone ?? null })),
    planId: row.planId ?? null,
    hours: DEFAULT_HOURS,
    owner: { name: input.name.slice(0, 50), passwordHash, super: false },
  });
  const invitation =
    password === undefined ? await inviteUser(await systemScopeFor(scope, companyId), { userId }) : null;
  return { ...(await readCompany(scope, companyId)), invitation: invitation?.link ?? null };
}

/**
 * Omitted fields stay unchanged, and so does the e-mail of the person who signs in with the company's. Throws
 * ERR_NO_SUPER, ERR_NO_COMPANY_FOUND, ERR_NO_PLAN_FOUND, ERR_COMPANY_…, ERR_COMPANY_IS_OWN for disabling one's own,
 * ERR_PROOF_REQUIRED when the company loses access.
 */
export async function updateCompany(
  scope: Scope,
  { companyId, ...patch }: CompanyPatch & { companyId: number },
): Promise<CompanyView> {
  requireSuper(scope);
  if (patch.status === false) requireOther(scope, companyId);
  scope.kernel.nodes?.leadTo(companyId);
  const zoneBefore = await scope.kernel.timeZoneOf(companyId);
  await platformOf(scope).write(async (tx) => {
    await requirePlan(tx, patch.planId);
    const before = await getCompany(tx.kernel, companyId);
    const after = await changeCompany(tx, { companyId, ...columnsOf(scope, patch, before.timeZone) });
    await followTerms(tx, before, after);
    if (mayWork(before, tx.now()) && !mayWork(after, tx.now())) requireRecentAuthentication(scope);
    if (patch.status === false) tx.afterCommit(() => tx.kernel.hub.closeCompany(companyId, 'expired'));
  });
  if (patch.timeZone !== undefined) await noteTimeZone(await systemScopeFor(scope, companyId), zoneBefore);
  if (patch.status !== undefined || patch.dueDate !== undefined) await followStatus(scope.kernel, companyId);
  return readCompany(scope, companyId);
}

type Status = { status: boolean; dueDate: Date | null };
const mayWork = ({ status, dueDate }: Status, now: Date) => status && !(dueDate && dueDate <= now);

export function requireOther({ companyId: own }: Scope, companyId: number): void {
  if (own === companyId) throw new AppError('ERR_COMPANY_IS_OWN');
}

/** Stops a blocked company's connections but keeps the pairing: WhatsApp stores what customers write. */
async function followStatus(kernel: Kernel, companyId: number): Promise<void> {
  // Other nodes' companies follow within a minute (createSubscriptionSweep).
  if (!kernel.owns(companyId)) return;
  const isActive = await requireActiveCompany(kernel, companyId).then(
    () => true,
    () => false,
  );
  const follow = isActive ? startCompanyConnections : pauseConnections;
  await follow(kernel, companyId).catch((error) =>
    kernel.log.error({ err: error, companyId }, 'the connections of a company could not follow its state'),
  );
}

async function requirePlan(platform: PlatformScope, planId: number | null | undefined): Promise<void> {
  if (planId) await requirePlanRow(platform, planId);
}

function columnsOf({ kernel }: Scope, { dueDate, ...columns }: CompanyPatch, knownZone: string | null) {
  const { timeZone = knownZone } = columns;
  const end = dueDate !== undefined && { dueDate: dueMoment(dueDate, zoneOf(kernel, { timeZone })) };
  return { ...columns, ...end };
}
