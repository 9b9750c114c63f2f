import { users } from '@db/tenant/schema/index.ts';
import { and, eq, gt, lte, max, min, or } from 'drizzle-orm';
import type { CompanyJob } from '@/core/queue/company-jobs.ts';
import { type Kernel, type Scope, systemScope } from '@/core/scope.ts';

/** A page reload or a short network loss does not set a user offline. */
const GRACE_MS = 30_000;
/** Two missed heartbeats of five minutes each. */
const SILENCE_MS = 11 * 60_000;

export function watchPresence(kernel: Kernel): { stop(): void } {
  const leaving = new Map<string, Timer>();

  async function setOnline(companyId: number, userId: number, online: boolean): Promise<void> {
    const scope = await systemScope(kernel, companyId);
    await scope.write(async (tx) => {
      await tx.db.update(users).set({ online, seenAt: tx.now() }).where(eq(users.id, userId));
      tx.emit('user.updated', { userId });
    });
  }

  function report(error: unknown): void {
    kernel.log.error({ err: error }, 'presence could not be stored');
  }

  kernel.hub.onPresence((companyId, userId, isHere) => {
    const key = `${companyId}/${userId}`;
    const timer = leaving.get(key);
    clearTimeout(timer);
    leaving.delete(key);
    if (isHere) {
      if (!timer) setOnline(companyId, userId, true).catch(report);
      return;
    }
    leaving.set(
      key,
      setTimeout(() => {
        leaving.delete(key);
        setOnline(companyId, userId, false).catch(report);
      }, GRACE_MS),
    );
  });

  return {
    stop() {
      for (const timer of leaving.values()) clearTimeout(timer);
      leaving.clear();
    },
  };
}

export async function markSeen(kernel: Kernel, companyId: number, userId: number): Promise<void> {
  const scope = await systemScope(kernel, companyId);
  await scope.write((tx) =>
    tx.db.update(users).set({ online: true, seenAt: tx.now() }).where(eq(users.id, userId)),
  );
}

export async function presenceDueAt(scope: Scope): Promise<Date | null> {
  const [row] = await scope.db
    .select({ at: min(users.seenAt), latest: max(users.seenAt) })
    .from(users)
    .where(eq(users.online, true));
  // A time in the future means that the clock was set back.
  if (row?.latest && row.latest > scope.now()) return scope.now();
  return row?.at ? new Date(row.at.getTime() + SILENCE_MS) : null;
}

export async function sweepPresence(scope: Scope): Promise<void> {
  const silentSince = new Date(scope.now().getTime() - SILENCE_MS);
  await scope.write(async (tx) => {
    const silent = await tx.db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.online, true), or(lte(users.seenAt, silentSince), gt(users.seenAt, tx.now()))));
    for (const { id } of silent) {
      const isHere = tx.kernel.hub.countOf(tx.companyId, id) > 0;
      await tx.db
        .update(users)
        .set(isHere ? { seenAt: tx.now() } : { online: false })
        .where(eq(users.id, id));
      if (!isHere) tx.emit('user.updated', { userId: id });
    }
  });
}

export const presenceJob: CompanyJob = {
  name: 'presence',
  tables: [users],
  dueAt: presenceDueAt,
  run: sweepPresence,
};
