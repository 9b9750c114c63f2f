import { outbox } from '@db/tenant/schema/index.ts';
import { count, isNull, min, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { readMemoryLimit } from '@/core/db/tenants/open-limits.ts';
import type { Kernel } from '@/core/scope.ts';
import { readBackupFacts } from '@/modules/backups/backups.queries.ts';
import type { SessionStatus } from '@/whatsapp/port.ts';

export type Backlog = { waiting: number; oldestMs: number };

/** Counts only; no company's name or number. */
export type Vitals = {
  loopDelayMs: number;
  memoryBytes: number;
  /** Bytes that this process may use. */
  memoryLimit: number;
  heapBytes: number;
  /** Infinity where it cannot be measured. */
  freeBytes: number;
  sockets: number;
  sessions: Partial<Record<SessionStatus, number>>;
  databases: { open: number; most: number; failing: number };
  companiesConnected: number;
  writesWaiting: number;
  /** By the first parts of queue keys; rows that wait for a time or a connection are not old. */
  outbox: Record<string, Backlog>;
  mailTrouble: string | undefined;
  backup: { provenAt: Date | null; hasFailed: boolean; isMissed: boolean };
};

export async function readVitals(kernel: Kernel): Promise<Vitals> {
  const { rss, heapUsed } = process.memoryUsage();
  const { freeBytes } = await kernel.space.check();
  return {
    loopDelayMs: kernel.services.status.loopDelay(),
    memoryBytes: rss,
    memoryLimit: readMemoryLimit(),
    heapBytes: heapUsed,
    freeBytes,
    sockets: kernel.hub.size,
    sessions: countSessions(kernel),
    databases: {
      open: kernel.tenants.size,
      most: kernel.tenants.most,
      failing: kernel.tenants.failingIds().length,
    },
    companiesConnected: countConnectedCompanies(kernel),
    ...(await readCompanies(kernel)),
    mailTrouble: kernel.services.mailHealth.trouble?.reason,
    backup: await readBackupFacts(kernel),
  };
}

export function readLoad(kernel: Kernel) {
  return {
    companies: { used: countConnectedCompanies(kernel), most: kernel.tenants.most },
    memoryBytes: process.memoryUsage().rss,
    memoryLimit: readMemoryLimit(),
  };
}

export function countSessions({ services }: Kernel): Vitals['sessions'] {
  const counts: Vitals['sessions'] = {};
  for (const { status } of services.whatsapp.states()) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

function countConnectedCompanies({ services }: Kernel): number {
  return new Set(services.whatsapp.states().map(({ companyId }) => companyId)).size;
}

/** Companies with work are open: hibernated ones are not resumed for this. */
async function readCompanies(kernel: Kernel): Promise<Pick<Vitals, 'writesWaiting' | 'outbox'>> {
  const { tenants, clock } = kernel;
  const backlogs: Vitals['outbox'] = {};
  let writesWaiting = 0;
  for (const companyId of tenants.openIds()) {
    const database = await tenants.peek(companyId)?.catch(() => undefined);
    if (!database) continue;
    writesWaiting += database.queue.pending;
    // Remembered, because a read every minute would keep the database of an idle company open.
    const found = await database
      .remember([outbox], 'waiting by sort', () => waitingBySort(database.db))
      .catch(() => []);
    for (const { sort, waiting, dueAt } of found) {
      const known = backlogs[sort] ?? { waiting: 0, oldestMs: 0 };
      const age = clock().getTime() - (dueAt?.getTime() ?? Number.POSITIVE_INFINITY);
      backlogs[sort] = { waiting: known.waiting + waiting, oldestMs: Math.max(known.oldestMs, age) };
    }
  }
  return { writesWaiting, outbox: backlogs };
}

const firstWord = sql<string>`substr(${outbox.queueKey}, 1, instr(${outbox.queueKey} || ':', ':') - 1)`;

const waitingBySort = tenantStatement((db) =>
  db
    .select({ sort: firstWord, waiting: count(), dueAt: min(outbox.dueAt) })
    .from(outbox)
    .where(isNull(outbox.parkedAt))
    .groupBy(firstWord),
);

export const waitingIn = ({ outbox }: Vitals): number =>
  Object.values(outbox).reduce((sum, { waiting }) => sum + waiting, 0);

export const oldestOf = ({ outbox }: Vitals): number =>
  Math.max(0, ...Object.values(outbox).map(({ oldestMs }) => oldestMs));
