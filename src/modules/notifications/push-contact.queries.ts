import { logins } from '@db/platform/schema/index.ts';
import { asc } from 'drizzle-orm';
import type { Kernel } from '@/core/scope.ts';

export async function pushContact({ config, platform }: Kernel): Promise<string> {
  const { pushContact: configured, publicUrl } = config;
  if (configured) return `mailto:${configured}`;
  if (publicUrl?.startsWith('https:')) return publicUrl;
  const first = await platform.db.query.logins.findFirst({
    orderBy: [asc(logins.companyId), asc(logins.userId)],
  });
  if (!first) throw new Error('nobody has been set up');
  return `mailto:${first.email}`;
}
