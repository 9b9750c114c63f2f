import { logins } from '@db/platform/schema/index.ts';
import { asc } from 'drizzle-orm';
import type { Kernel } from '@/kernel/scope.ts';

/** Whom push services may write to: what is configured, else our https address, else the first administrator. */
export async function pushContact({ config, platform }: Kernel): Promise<string> {
  const { pushContact: configured, publicUrl } = config;
  if (configured) return `mailto:${configured}`;
  if (publicUrl?.startsWith('https:')) return publicUrl;
  const first = await platform.db.query.logins.findFirst({
    orderBy: [asc(logins.companyId), asc(logins.userId)],
  });
  // A push goes to somebody who has signed in.
  if (!first) throw new Error('nobody has been set up');
  return `mailto:${first.email}`;
}
