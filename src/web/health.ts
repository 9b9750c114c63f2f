import { sql } from 'drizzle-orm';
import type { Kernel } from '../core/scope.ts';
import { requireWritable } from '../core/storage/disk-space.ts';
import { countSessions } from '../modules/status/vitals.queries.ts';
import type { SessionStatus } from '../whatsapp/port.ts';

export type Health = {
  status: 'ok' | 'failing';
  uptime: number;
  databases: { platform: 'ok' | 'failing'; open: number };
  /** Number of companies with damaged data. This is public, so only the log names them. */
  companies: { failing: number };
  sockets: number;
  sessions: Partial<Record<SessionStatus, number>>;
};

/** A disconnected phone does not make the process unhealthy: a restart would not help. A read-only disk stores nothing. */
export async function health(kernel: Kernel): Promise<Health> {
  const works = [kernel.platform.db.run(sql`select 1`), requireWritable(kernel.config.dataDir)];
  const platform = await Promise.all(works).then(
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
