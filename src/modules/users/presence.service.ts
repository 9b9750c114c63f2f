import { users } from '@db/tenant/schema/index.ts';
import { and, eq, gt, lte, max, min, or } from 'drizzle-orm';
import type { Chore } from '@/kernel/chores.ts';
import { type Kernel, type Scope, systemScope } from '@/kernel/scope.ts';

/** After the last socket: a reload, or a moment without a network, does not make anybody leave. */
const GRACE_MS = 30_000;
/** A page says every five minutes that its person is there; whoever missed two of them is gone. */
const SILENCE_MS = 11 * 60_000;

/** Keeps `online` true to the facts: several tabs count once, a page reload does not flicker. */
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

/** The heartbeat of a page or an existing client. */
export async function markSeen(kernel: Kernel, companyId: number, userId: number): Promise<void> {
  const scope = await systemScope(kernel, companyId);
  await scope.write((tx) =>
    tx.db.update(users).set({ online: true, seenAt: tx.now() }).where(eq(users.id, userId)),
  );
}

/** When somebody who is shown as online has been silent for too long; null when nobody is. */
export async function presenceDueAt(scope: Scope): Promise<Date | null> {
  const [row] = await scope.db
    .select({ at: min(users.seenAt), latest: max(users.seenAt) })
    .from(users)
    .where(eq(users.online, true));
  // Nobody was seen in the future: the clock was set back, and what it said is worth nothing.
  if (row?.latest && row.latest > scope.now()) return scope.now();
  return row?.at ? new Date(row.at.getTime() + SILENCE_MS) : null;
}

/** People whom a crash or a dead network left online; whoever has an open line is here, however silent. Run by the clock. */
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

export const presenceChore: Chore = {
  name: 'presence',
  tables: [users],
  dueAt: presenceDueAt,
  run: sweepPresence,
};
