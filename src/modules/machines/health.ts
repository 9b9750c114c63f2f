import { machineHealth } from '@db/tenant/schema/index.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { Scope } from '@/kernel/scope.ts';
import type { MachineFault } from '@/machines/port.ts';
import type { BotMachine } from '@/modules/chatbot/decide/bot.ts';

export type MachineHealth = typeof machineHealth.$inferSelect;

const TOLD_EVERY_MS = 10_000;
/** So many are remembered. */
const OUTCOMES = 20;
const FAILURES_IN_A_ROW = 5;
const FIRST_REST_MS = 60_000;
const LONGEST_REST_MS = 15 * 60_000;
/** The one try after a rest: others rest on while it lasts. */
const TRY_MS = 30_000;

const isIt = ({ kind, id }: BotMachine) => and(eq(machineHealth.kind, kind), eq(machineHealth.machineId, id));

export async function findHealth(scope: Scope, machine: BotMachine): Promise<MachineHealth | undefined> {
  return scope.db.query.machineHealth.findFirst({ where: isIt(machine) });
}

/** False while it rests. After a rest the first who asks may try, and only they. */
export async function mayAsk(scope: Scope, machine: BotMachine): Promise<boolean> {
  const rest = (await findHealth(scope, machine))?.restsUntil;
  if (!rest) return true;
  return scope.write(async (tx) => {
    const until = (await findHealth(tx, machine))?.restsUntil;
    if (!until) return true;
    const left = until.getTime() - tx.now().getTime();
    // More is left only after the clock was set back.
    if (left > 0 && left <= LONGEST_REST_MS) return false;
    await tx.db
      .update(machineHealth)
      .set({ restsUntil: new Date(tx.now().getTime() + TRY_MS) })
      .where(isIt(machine));
    return true;
  });
}

export async function recordSuccess(tx: Scope, { kind, id: machineId }: BotMachine): Promise<void> {
  const before = await findHealth(tx, { kind, id: machineId });
  if (isNews(tx, before)) tx.emit('machine.health', { kind, machineId });
  const good = { lastCallAt: tx.now(), failuresInARow: 0, restsUntil: null };
  await tx.db
    .insert(machineHealth)
    .values({ kind, machineId, calls: 1, recent: '1', ...good })
    .onConflictDoUpdate({
      target: [machineHealth.kind, machineHealth.machineId],
      set: { ...good, calls: sql`${machineHealth.calls} + 1`, recent: after('1') },
    });
}

/** Of a machine that many ask, not each answer is told. */
function isNews(tx: Scope, before: MachineHealth | undefined): boolean {
  if (!before?.lastCallAt || before.failuresInARow > 0) return true;
  return Math.abs(tx.now().getTime() - before.lastCallAt.getTime()) >= TOLD_EVERY_MS;
}

export async function recordFailure(
  tx: Scope,
  { kind, id: machineId }: BotMachine,
  fault: MachineFault,
): Promise<void> {
  tx.emit('machine.health', { kind, machineId });
  const now = tx.now();
  const inARow = ((await findHealth(tx, { kind, id: machineId }))?.failuresInARow ?? 0) + 1;
  const bad = {
    lastCallAt: now,
    lastErrorAt: now,
    lastError: fault,
    failuresInARow: inARow,
    restsUntil: restAfter(inARow, now),
  };
  await tx.db
    .insert(machineHealth)
    .values({ kind, machineId, calls: 1, failures: 1, recent: '0', ...bad })
    .onConflictDoUpdate({
      target: [machineHealth.kind, machineHealth.machineId],
      set: {
        ...bad,
        calls: sql`${machineHealth.calls} + 1`,
        failures: sql`${machineHealth.failures} + 1`,
        recent: after('0'),
      },
    });
}

const after = (outcome: '0' | '1') =>
  sql`substr(${sql.raw(`'${outcome}'`)} || ${machineHealth.recent}, 1, ${OUTCOMES})`;

function restAfter(inARow: number, now: Date): Date | null {
  if (inARow < FAILURES_IN_A_ROW) return null;
  const rest = FIRST_REST_MS * 2 ** Math.min(inARow - FAILURES_IN_A_ROW, 10);
  return new Date(now.getTime() + Math.min(rest, LONGEST_REST_MS));
}
