import { rmSync } from 'node:fs';
import { AppError, InvalidInput } from '@/kernel/errors.ts';
import { createLanes } from '@/kernel/lanes.ts';
import { type PlatformScope, platformScope } from '@/kernel/platform-scope.ts';
import type { Kernel } from '@/kernel/scope.ts';
import { fingerprint } from '@/kernel/secrets.ts';
import { listCompanyIds } from '@/modules/companies/companies.queries.ts';
import { dropCompanies, ensureFirstPlan } from '@/modules/companies/companies.service.ts';
import { setPlatformValue } from '@/modules/settings/platform-values.ts';
import { needsSetUp } from './auth.queries.ts';
import type { SetUp } from './auth.schema.ts';
import { foundCompany } from './found-company.ts';
import { hashPassword, isCommonPassword } from './passwords.ts';

const LINK_HASH = 'setUpLink';

/**
 * A fresh one-time secret for the set-up page, undefined once the platform is set up. Only its hash is
 * kept, and each start makes a new one: what an old log shows opens nothing.
 */
export async function offerSetUp(kernel: Kernel): Promise<string | undefined> {
  if (!(await needsSetUp(kernel))) return undefined;
  const secret = kernel.ids.token(24);
  await setPlatformValue(platformScope(kernel), { key: LINK_HASH, value: fingerprint(secret) });
  return secret;
}

/** Throws ERR_SETUP_LINK_INVALID for a wrong or used link. */
export async function requireSetUpLink(kernel: Kernel, secret: string): Promise<void> {
  const link = await kernel.platform.db.query.platformSettings.findFirst({
    where: (t, { eq }) => eq(t.key, LINK_HASH),
  });
  if (!link || link.value !== fingerprint(secret) || !(await needsSetUp(kernel))) {
    throw new AppError('ERR_SETUP_LINK_INVALID');
  }
}

/** The link opened twice at the same moment must not make two companies, one out of the other's remains. */
const oneAtATime = createLanes(1);

/** Creates the platform's company and its super administrator. Throws InvalidInput, ERR_SETUP_LINK_INVALID. */
export function setUp(kernel: Kernel, input: SetUp): Promise<{ companyId: number; userId: number }> {
  return oneAtATime.run('setUp', () => setUpAlone(kernel, input));
}

async function setUpAlone(kernel: Kernel, input: SetUp): Promise<{ companyId: number; userId: number }> {
  if (!(await needsSetUp(kernel))) throw new AppError('ERR_SETUP_LINK_INVALID');
  if (isCommonPassword(input.password))
    throw new InvalidInput({ password: 'errors:ERR_PASSWORD_TOO_COMMON' });
  const platform = platformScope(kernel);
  await dropHalfMade(platform);
  const created = await foundCompany(platform, {
    name: input.companyName,
    email: input.email,
    // The platform's own company does not end.
    dueDate: null,
    planId: await ensureFirstPlan(platform),
    owner: { name: input.name, passwordHash: await hashPassword(input.password), super: true },
  });
  await setPlatformValue(platform, { key: 'setUpAt', value: platform.now().toISOString() });
  return created;
}

/** A crash during an earlier set-up may have left a company nobody can enter. */
async function dropHalfMade(platform: PlatformScope): Promise<void> {
  const { tenants } = platform.kernel;
  for (const id of await listCompanyIds(platform.kernel))
    rmSync(tenants.folder(id), { recursive: true, force: true });
  await dropCompanies(platform);
}
