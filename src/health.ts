import { sql } from 'drizzle-orm';
import type { Kernel } from './kernel/scope.ts';
import type { SessionStatus } from './whatsapp/port.ts';

export type Health = {
  status: 'ok' | 'failing';
  uptime: number;
  databases: { platform: 'ok' | 'failing'; open: number };
  /** How many are stopped because of their own data; strangers may ask, the log says which. */
  companies: { failing: number };
  sockets: number;
  /** WhatsApp sessions of this process by status. */
  sessions: Partial<Record<SessionStatus, number>>;
};

/** Is the process able to work? A phone that is away is its company's matter, not a reason to restart. */
export async function health(kernel: Kernel): Promise<Health> {
  const platform = await kernel.platform.db.run(sql`select 1`).then(
    () => 'ok' as const,
    () => 'failing' as const,
  );
  return {
    status: platform,
    uptime: Math.round(process.uptime()),
    databases: { platform, open: kernel.tenants.size },
    companies: { failing: kernel.tenants.failingIds().length },
    sockets: kernel.hub.size,
    sessions: countSessions(kernel),
  };
}

function countSessions(kernel: Kernel): Health['sessions'] {
  const counts: Health['sessions'] = {};
  for (const { status } of kernel.services.whatsapp.states()) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
