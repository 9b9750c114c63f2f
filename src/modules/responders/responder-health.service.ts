import { responderHealth } from '@db/tenant/schema/index.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { ResponderFault } from '@/adapters/responders/responder.port.ts';
import { CLOSED, circuitAfter } from '@/core/queue/retry.ts';
import type { Scope } from '@/core/scope.ts';
import type { BotResponder } from '@/modules/chatbot/decide/bot.logic.ts';

export type ResponderHealth = typeof responderHealth.$inferSelect;

const NOTIFY_EVERY_MS = 10_000;
const OUTCOMES = 20;
const PAUSES = { threshold: 5, firstMs: 60_000, longestMs: 15 * 60_000 };
const TRY_MS = 30_000;

const isIt = ({ kind, id }: BotResponder) =>
  and(eq(responderHealth.kind, kind), eq(responderHealth.machineId, id));

async function findHealth(scope: Scope, responder: BotResponder): Promise<ResponderHealth | undefined> {
  return scope.db.query.responderHealth.findFirst({ where: isIt(responder) });
}

/** False during a pause. After it only the first caller may try. */
export async function mayAsk(scope: Scope, responder: BotResponder): Promise<boolean> {
  const pausedUntil = (await findHealth(scope, responder))?.pausedUntil;
  if (!pausedUntil) return true;
  return scope.write(async (tx) => {
    const until = (await findHealth(tx, responder))?.pausedUntil;
    if (!until) return true;
    const left = until.getTime() - tx.now().getTime();
    // More remains only after the clock was set back.
    if (left > 0 && left <= PAUSES.longestMs) return false;
    await tx.db
      .update(responderHealth)
      .set({ pausedUntil: new Date(tx.now().getTime() + TRY_MS) })
      .where(isIt(responder));
    return true;
  });
}

export async function recordSuccess(tx: Scope, { kind, id: responderId }: BotResponder): Promise<void> {
  const before = await findHealth(tx, { kind, id: responderId });
  if (isNews(tx, before)) tx.emit('responder.health', { kind, responderId });
  const good = { lastCallAt: tx.now(), ...CLOSED };
  await tx.db
    .insert(responderHealth)
    .values({ kind, machineId: responderId, calls: 1, recent: '1', ...good })
    .onConflictDoUpdate({
      target: [responderHealth.kind, responderHealth.machineId],
      set: { ...good, calls: sql`${responderHealth.calls} + 1`, recent: after('1') },
    });
}

function isNews(tx: Scope, before: ResponderHealth | undefined): boolean {
  if (!before?.lastCallAt || before.failuresInARow > 0) return true;
  return Math.abs(tx.now().getTime() - before.lastCallAt.getTime()) >= NOTIFY_EVERY_MS;
}

export async function recordFailure(
  tx: Scope,
  { kind, id: responderId }: BotResponder,
  fault: ResponderFault,
): Promise<void> {
  tx.emit('responder.health', { kind, responderId });
  const now = tx.now();
  const before = (await findHealth(tx, { kind, id: responderId })) ?? CLOSED;
  const bad = {
    lastCallAt: now,
    lastErrorAt: now,
    lastError: fault,
    ...circuitAfter(before, { policy: PAUSES, now }),
  };
  await tx.db
    .insert(responderHealth)
    .values({ kind, machineId: responderId, calls: 1, failures: 1, recent: '0', ...bad })
    .onConflictDoUpdate({
      target: [responderHealth.kind, responderHealth.machineId],
      set: {
        ...bad,
        calls: sql`${responderHealth.calls} + 1`,
        failures: sql`${responderHealth.failures} + 1`,
        recent: after('0'),
      },
    });
}

const after = (outcome: '0' | '1') =>
  sql`substr(${sql.raw(`'${outcome}'`)} || ${responderHealth.recent}, 1, ${OUTCOMES})`;
