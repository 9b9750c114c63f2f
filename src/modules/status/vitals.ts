import { outbox } from '@db/tenant/schema/index.ts';
import { count, isNull, min, sql } from 'drizzle-orm';
import { tenantStatement } from '@/kernel/db/statement.ts';
import type { Kernel } from '@/kernel/scope.ts';
import { readBackupFacts } from '@/modules/backups/backups.queries.ts';
import type { SessionStatus } from '@/whatsapp/port.ts';

export type Lane = { waiting: number; oldestMs: number };

/** What the desk knows of itself at one moment: counts, and no company's name or number. */
export type Vitals = {
  loopDelayMs: number;
  memoryBytes: number;
  heapBytes: number;
  /** Infinity where it cannot be measured. */
  freeBytes: number;
  sockets: number;
  sessions: Partial<Record<SessionStatus, number>>;
  databases: { open: number; failing: number };
  writesWaiting: number;
  /** By the first word of their lanes. What waits for its time, or for a connection, is not old. */
  outbox: Record<string, Lane>;
  /** What stops the mail server, while it does. */
  mailTrouble: string | undefined;
  backup: { provenAt: Date | null; hasFailed: boolean; isMissed: boolean };
};

export async function readVitals(kernel: Kernel): Promise<Vitals> {
  const { rss, heapUsed } = process.memoryUsage();
  const { freeBytes } = await kernel.space.look();
  return {
    loopDelayMs: kernel.services.status.loopDelay(),
    memoryBytes: rss,
    heapBytes: heapUsed,
    freeBytes,
    sockets: kernel.hub.size,
    sessions: countSessions(kernel),
    databases: { open: kernel.tenants.size, failing: kernel.tenants.failingIds().length },
    ...(await lookIntoCompanies(kernel)),
    mailTrouble: kernel.services.mailHealth.trouble?.reason,
    backup: await readBackupFacts(kernel),
  };
}

export function countSessions({ services }: Kernel): Vitals['sessions'] {
  const counts: Vitals['sessions'] = {};
  for (const { status } of services.whatsapp.states()) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Whatever has work is open: those at rest are not woken for this. */
async function lookIntoCompanies(kernel: Kernel): Promise<Pick<Vitals, 'writesWaiting' | 'outbox'>> {
  const { tenants, clock } = kernel;
  const lanes: Vitals['outbox'] = {};
  let writesWaiting = 0;
  for (const companyId of tenants.openIds()) {
    const database = await tenants.peek(companyId)?.catch(() => undefined);
    if (!database) continue;
    writesWaiting += database.queue.pending;
    const found = await waitingBySort(database.db, {}).catch(() => []);
    for (const { sort, waiting, dueAt } of found) {
      const known = lanes[sort] ?? { waiting: 0, oldestMs: 0 };
      const age = clock().getTime() - (dueAt?.getTime() ?? Number.POSITIVE_INFINITY);
      lanes[sort] = { waiting: known.waiting + waiting, oldestMs: Math.max(known.oldestMs, age) };
    }
  }
  return { writesWaiting, outbox: lanes };
}

const firstWord = sql<string>`substr(${outbox.lane}, 1, instr(${outbox.lane} || ':', ':') - 1)`;

const waitingBySort = tenantStatement((db) =>
  db
    .select({ sort: firstWord, waiting: count(), dueAt: min(outbox.dueAt) })
    .from(outbox)
    .where(isNull(outbox.parkedAt))
    .groupBy(firstWord),
);

export const waitingIn = ({ outbox: lanes }: Vitals): number =>
  Object.values(lanes).reduce((sum, { waiting }) => sum + waiting, 0);

export const oldestOf = ({ outbox: lanes }: Vitals): number =>
  Math.max(0, ...Object.values(lanes).map(({ oldestMs }) => oldestMs));
