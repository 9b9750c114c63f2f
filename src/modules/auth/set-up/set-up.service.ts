import { rmSync } from 'node:fs';
import pLimit from 'p-limit';
import { AppError, InvalidInput } from '@/core/errors.ts';
import { type PlatformScope, platformScope } from '@/core/platform-scope.ts';
import type { Kernel } from '@/core/scope.ts';
import { fingerprint } from '@/core/security/secrets.ts';
import { listCompanyIds } from '@/modules/companies/companies.queries.ts';
import { dropCompanies, ensureFirstPlan } from '@/modules/companies/companies.service.ts';
import { setPlatformValue } from '@/modules/settings/platform-values.service.ts';
import { hashPassword, isCommonPassword } from '@/modules/users/passwords.state.ts';
import { needsSetUp } from '../auth.queries.ts';
import type { SetUp } from '../auth.schema.ts';
import { foundCompany } from './found-company.service.ts';

const LINK_HASH = 'setUpLink';

/** Stores the hash only, and each start replaces it, so old logs are useless. Undefined once set up. */
export async function offerSetUp(kernel: Kernel): Promise<string | undefined> {
  if (!(await needsSetUp(kernel.platform.db))) return undefined;
  const secret = kernel.ids.token(24);
  await setPlatformValue(platformScope(kernel), { key: LINK_HASH, value: fingerprint(secret) });
  return secret;
}

/** Throws ERR_SETUP_LINK_INVALID for a wrong or used link. */
export async function requireSetUpLink(kernel: Kernel, secret: string): Promise<void> {
  const link = await kernel.platform.db.query.platformSettings.findFirst({
    where: (t, { eq }) => eq(t.key, LINK_HASH),
  });
  if (!link || link.value !== fingerprint(secret) || !(await needsSetUp(kernel.platform.db))) {
    throw new AppError('ERR_SETUP_LINK_INVALID');
  }
}

/** Two concurrent set-ups would create two companies. */
const oneAtATime = pLimit(1);

/** Throws InvalidInput, ERR_SETUP_LINK_INVALID. */
export function setUp(kernel: Kernel, input: SetUp): Promise<{ companyId: number; userId: number }> {
  return oneAtATime(() => setUpAlone(kernel, input));
}

async function setUpAlone(kernel: Kernel, input: SetUp): Promise<{ companyId: number; userId: number }> {
  if (!(await needsSetUp(kernel.platform.db))) throw new AppError('ERR_SETUP_LINK_INVALID');
  if (isCommonPassword(input.password))
    throw new InvalidInput({ password: 'errors:ERR_PASSWORD_TOO_COMMON' });
  const passwordHash = await hashPassword(input.password);
  // In one transaction: another node may be at it, too, and would drop this one's company as half-made.
  return platformScope(kernel).write(async (tx) => {
    if (!(await needsSetUp(tx.db))) throw new AppError('ERR_SETUP_LINK_INVALID');
    await dropHalfMade(tx);
    const created = await foundCompany(tx, {
      name: input.companyName,
      email: input.email,
      dueDate: null,
      planId: await ensureFirstPlan(tx),
      owner: { name: input.name, passwordHash, super: true },
    });
    await setPlatformValue(tx, { key: 'setUpAt', value: tx.now().toISOString() });
    return created;
  });
}

/** A crash during an earlier set-up may have left a company without people. */
async function dropHalfMade(platform: PlatformScope): Promise<void> {
  const { tenants } = platform.kernel;
  for (const id of await listCompanyIds(platform.kernel))
    rmSync(tenants.folder(id), { recursive: true, force: true });
  await dropCompanies(platform);
}
