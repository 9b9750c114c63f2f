import { AppError, ConfigError, InvalidInput } from '@/core/errors.ts';
import type { Kernel } from '@/core/scope.ts';
import { paths } from '@/paths.ts';
import { needsSetUp } from '../auth.queries.ts';
import { SetUp } from '../auth.schema.ts';
import { offerSetUp, setUp } from './set-up.service.ts';

/** Throws ConfigError for a common password. */
export async function ensureAdmin(kernel: Kernel): Promise<void> {
  const { admin } = kernel.config;
  if (!admin || !(await needsSetUp(kernel.platform.db))) return;
  const input = SetUp.parse({ companyName: 'Balcão', name: 'Admin', ...admin });
  const isMade = await setUp(kernel, input).catch((cause) => {
    // Another node was faster.
    if (cause instanceof AppError && cause.code === 'ERR_SETUP_LINK_INVALID') return undefined;
    if (!(cause instanceof InvalidInput)) throw cause;
    throw new ConfigError(['ADMIN_PASSWORD: is one of the passwords everybody tries first']);
  });
  if (isMade) kernel.log.info({ email: admin.email }, 'the first administrator was created');
}

export async function printSetUpLink(kernel: Kernel, url: string): Promise<void> {
  const secret = await offerSetUp(kernel);
  if (!secret) return;
  process.stdout.write(
    `\n  Create the first company and its administrator here, once:\n  ${url}${paths.setUp(secret)}\n\n`,
  );
}
